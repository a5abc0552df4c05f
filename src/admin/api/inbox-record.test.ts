import { expect, test } from 'vitest'
import type { InboxRecord } from '#api/admin-contract.ts'
import { careers } from '#forms/careers.ts'
import { eir } from '#forms/eir.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { shortAnswers } from './inbox-record.ts'

const common = { id: '1-a', createdAt: '2026-11-25T12:00:00.000Z', email: 'ada@example.com' }

test('the short answers are what the list shows besides the name and the address', () => {
  const record: InboxRecord = {
    ...common,
    fullName: 'Ada Lovelace',
    timeCommitment: 'Part-time',
    ideaStatus: '',
  }
  expect(shortAnswers(eir, record)).toBe('Part-time')
  expect(shortAnswers(eir, { ...record, ideaStatus: 'Open to both' })).toBe(
    'Part-time · Open to both',
  )
})

test('other short answers follow with their labels, and nothing is said twice', () => {
  const record: InboxRecord = {
    ...common,
    fullName: 'Ada Lovelace',
    firmName: 'Lakeside Capital',
    role: 'Lakeside Capital',
    investorType: 'Family Office / HNWI',
    typicalTicket: '$1–3M',
    stageFocus: ['Seed'],
    message: 'We invest in engines.',
  }
  const first = 'Lakeside Capital · Family Office / HNWI · Typical ticket: $1–3M'
  expect(shortAnswers(investor, record)).toBe(first)
  expect(shortAnswers(investor, { ...record, firmName: 'Ada Lovelace', role: '' })).not.toContain(
    'Ada',
  )
})

test('where an address opens the record, the name is a short answer', () => {
  const entry: InboxRecord = { ...common, name: 'Ada', source: 'landing' }
  expect(shortAnswers(waitlist, entry)).toBe('Ada · landing')
})

test.each([
  ['10', '10 years'],
  ['1', '1 year'],
  ['8+', '8+ years'],
  ['about 6 years', 'about 6 years'],
])('a role is named once, and %s is said as %s', (yearsExperience, years) => {
  const role = { roleTitle: 'Founding Engineer', roleSlug: 'founding-engineer' }
  const record = { ...common, ...role, currentLocation: 'Pune', yearsExperience }
  expect(shortAnswers(careers, record)).toBe(`Founding Engineer · Pune · ${years}`)
})
