import { afterEach, expect, test } from 'vitest'
import { call, nothingLeft } from '../addresses.ts'
import { admin, origin, ownPage, useStudio } from '../studio.ts'
import { askAdmin, cookiesOf, invite, newPerson, remove, signInBy } from '../staff.ts'
import { listMembers } from '#server/staff/members.ts'
import { forgetAll, mailbox, setChannels, useChannels } from './telling.ts'

useStudio()
useChannels()

const everybody = ['asha@studio.test', 'bo@studio.test']

/** Waits for the mails after an answer. */
async function mails(act: () => Promise<unknown>): Promise<[string | undefined, string[]][]> {
  await nothingLeft()
  mailbox.received.length = 0
  await act()
  await nothingLeft()
  return mailbox.received.map(({ subject, recipients }) => [subject, recipients.sort()])
}

/** Signs in by the password in a browser that may be known. */
async function login(cookie = '') {
  const headers = { ...ownPage, cookie, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(admin) }
  return call(new Request(`${origin}/api/admin/login`, init))
}

afterEach(async () => {
  const cookie = cookiesOf(await login())
  for (const { id } of await listMembers()) await remove(id, cookie)
  await nothingLeft()
  await forgetAll()
})

test('without people a sign-in mails nobody', async () => {
  expect(await mails(() => login())).toEqual([])
})

test('everybody hears of a new device, a backup, a restore and the emergency password', async () => {
  const { key } = await newPerson('Asha')
  const bo = await newPerson('Bo')
  expect(await mails(() => signInBy(key))).toEqual([['Sign-in from a new device', everybody]])
  const asked = { method: 'GET', cookie: bo.cookie }
  expect(await mails(() => askAdmin('store/backup', asked))).toEqual([
    ['A backup was made', everybody],
  ])
  const restored = { cookie: bo.cookie, body: { id: 'a'.repeat(64) } }
  expect(await mails(() => askAdmin('store/restored', restored))).toEqual([
    ['A backup was restored', everybody],
  ])
  let known = ''
  const first = await mails(async () => {
    known = cookiesOf(await login())
  })
  expect(first.map(([subject]) => subject).sort()).toEqual([
    'Sign-in from a new device',
    'Signed in with the emergency password',
  ])
  expect(await mails(() => login(known))).toEqual([
    ['Signed in with the emergency password', everybody],
  ])
  const [mail] = mailbox.received
  expect(mail?.text).toContain('emergency password, Mon 23 Nov, 09:30.')
  expect(mail?.text).toContain('https://studio.test/admin?tab=staff')
})

test('an invitation is mailed to the invited person alone', async () => {
  let link = ''
  const sent = await mails(async () => {
    ;({ link } = await invite('Cy'))
  })
  expect(sent.map(([, recipients]) => recipients)).toEqual([['cy@studio.test']])
  expect(mailbox.received[0]?.text).toContain(link)
  setChannels({ mail: false })
  expect(await mails(() => invite('Dee'))).toEqual([])
})
