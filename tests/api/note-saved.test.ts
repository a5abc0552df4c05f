import { beforeEach, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { conflictIn } from '../../src/admin/api/one-record.ts'
import { saveNote } from '../../src/admin/record/note/use-note.ts'
import { call } from './addresses.ts'
import { origin, ownPage, sendMessage, signIn, useStudio } from './studio.ts'

/** The dashboard's own code saves these notes through the functions. */

useStudio()

const source = { form: contact }
let answersToLose = 0

beforeEach(async () => {
  const session = { ...(await signIn()), ...ownPage }
  // The page compares its build with the answers' build.
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = { ...(init.headers as Record<string, string>), ...session }
    const answer = await call(new Request(new URL(path, origin), { ...init, headers }))
    if (answersToLose-- > 0) throw new TypeError('Failed to fetch')
    return answer
  })
  return () => vi.unstubAllGlobals()
})

const written = async () => ((await (await sendMessage()).json()) as { id: string }).id

test.each([
  ['a direction', 'Call \u202AAda\u202C on Monday'],
  ['a bell and a carriage return', ' Call\u0007 Ada\r\non Monday '],
  ['half a character', 'Call Ada \ud800'],
  ['a hundred marks on one letter', `Zal${'\u0301'.repeat(100)}go`],
  ['an accent of its own', 'Ame\u0301lie'],
  ['nothing', ' \u202A '],
])('a retry saves a note with %s whose first answer got lost', async (_, note) => {
  const id = await written()
  const change = { note, version: 0 }
  answersToLose = 1
  await expect(saveNote(source, id, change)).rejects.toThrow('Failed to fetch')
  const { state } = await saveNote(source, id, change)
  expect(state?.version).toBe(note.trim() === '\u202A' ? 0 : 1)
})

test('a note over another one’s note is a conflict', async () => {
  const id = await written()
  await saveNote(source, id, { note: 'Theirs', version: 0 })
  const error: unknown = await saveNote(source, id, { note: 'Mine', version: 0 }).catch(
    (thrown: unknown) => thrown,
  )
  expect(conflictIn(error)).toMatchObject({ note: 'Theirs', version: 1 })
})
