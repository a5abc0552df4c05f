import { expect, test, vi } from 'vitest'
import { askAdmin, invite, newPerson, posed, reads, signInBy } from './staff.ts'
import { signIn, useStudio } from './studio.ts'

useStudio()

const MINUTE = 60_000
const ID = '8208000000000-0123456789ab'
const AGAIN = { error: 'Sign in again to do this.', again: true }

/** Everything that gives away or takes away a lot. */
const acts: [string, string, string, unknown?][] = [
  ['a backup', 'GET', 'store/backup'],
  ['a later part of a backup', 'GET', `store/backup?cursor=rec/contact-submissions/${ID}`],
  ['a file of a backup', 'GET', `store/file?key=file/career-applications/${ID}`],
  ['a restore', 'POST', `store/restore?id=${'a'.repeat(64)}`],
  ['a restored file', 'PUT', `store/file?id=${'a'.repeat(64)}&key=file/x/${ID}`],
  ['the end of a restore', 'POST', 'store/restored', { id: 'a'.repeat(64) }],
  ['the export of a person', 'POST', 'people/export', { email: 'ada@example.com' }],
  ['erasing a person', 'POST', 'people/erase', { email: 'ada@example.com', confirm: 0 }],
  ['inviting', 'POST', 'staff', { name: 'Al', email: 'al@studio.test' }],
  ['removing', 'DELETE', `staff/${ID}`],
  ['adding a key', 'POST', 'own/key-options'],
  ['keeping a new key', 'POST', 'own/keys', { name: 'x', response: {} }],
  ['removing a key', 'DELETE', `own/key/${ID}`],
]

test.each(acts)('%s needs a sign-in of the last ten minutes', async (_, method, path, body) => {
  const { cookie } = await signIn()
  const asked = { method, cookie, body }
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  clock.mockReturnValue(now + 9.9 * MINUTE)
  expect((await askAdmin(path, asked)).status).not.toBe(403)
  clock.mockReturnValue(now + 10.1 * MINUTE)
  const refused = await askAdmin(path, asked)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual(AGAIN)
  // A refresh is no sign-in, and reading goes on.
  expect(await reads(cookie)).toBe(200)
  const refreshed = await askAdmin('refresh', { cookie })
  const renewed = refreshed.headers.getSetCookie()[0]?.split(';')[0]
  expect((await askAdmin(path, { ...asked, cookie: renewed })).status).toBe(403)
  // A new sign-in is all it takes.
  const again = await signIn()
  expect((await askAdmin(path, { ...asked, cookie: again.cookie })).status).not.toBe(403)
})

test('a sign-in by passkey counts as one', async () => {
  const { key, cookie } = await newPerson('Asha')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 11 * MINUTE)
  const asked = { method: 'GET', cookie }
  expect(await (await askAdmin('store/backup', asked)).json()).toEqual(AGAIN)
  const again = await signInBy(key)
  expect((await askAdmin('store/backup', { ...asked, cookie: again.cookie })).status).toBe(200)
  expect((await posed('own/key-options', { cookie: again.cookie })).answer.status).toBe(200)
})

test('nothing was done by what was refused', async () => {
  const { cookie } = await signIn()
  const { id } = await invite('Bo')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 11 * MINUTE)
  expect((await askAdmin(`staff/${id}`, { method: 'DELETE', cookie })).status).toBe(403)
  const listed = await askAdmin('staff', { method: 'GET', cookie })
  const { items } = (await listed.json()) as { items: { id: string }[] }
  expect(items.map((one) => one.id)).toContain(id)
})
