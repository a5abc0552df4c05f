import { expect, test } from 'vitest'
import type { InboxRecord } from '#api/admin-contract.ts'
import { eir } from '#forms/eir.ts'
import { shortAnswers } from './inbox-record.ts'

test('the short answers are what the list shows besides the person', () => {
  const record: InboxRecord = {
    id: '1-a',
    createdAt: '2026-11-25T12:00:00.000Z',
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    timeCommitment: 'Part-time',
    ideaStatus: '',
  }
  expect(shortAnswers(eir, record)).toBe('Part-time')
  expect(shortAnswers(eir, { ...record, ideaStatus: 'Open to both' })).toBe(
    'Part-time · Open to both',
  )
})
