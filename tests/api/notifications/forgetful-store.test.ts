import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { log } from '#server/audit/log.ts'
import { EMERGENCY } from '#server/audit/entry.ts'
import { sendDigest } from '#server/notifications/digest.ts'
import { deliverAct, tellPeople } from '#server/notifications/mail/people-mail.ts'
import * as kv from '#server/storage/kv.ts'
import { useOwnStudio } from '../../own-studio.ts'
import { requestName } from '../../request-name.ts'
import { newPerson } from '../staff.ts'
import { interceptStorage, ownPage, signIn, useStudio } from '../studio.ts'
import { askNotifications } from './ask-notifications.ts'
import { clock, HOUR, keepTelling, keepTellingFor, mailbox, mailed } from './telling.ts'
import { setChannels, tellOf, useChannels } from './telling.ts'

/** A store that does not find, or does not list, what is there: nothing is erased or said for it. */

useOwnStudio()
useStudio()
useChannels()

const messages = collectionOf(contact, {})
const MONDAY = Date.parse('2026-11-30T08:00+05:30')

const silent = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
const admin = async () => ({ ...(await signIn()), ...ownPage })

/** Keys that begin so are not found. */
const forgetting = (start: string) =>
  interceptStorage(
    (storage) => async (input, init) =>
      requestName(input, init).startsWith(`get ${start}`)
        ? new Response(null, { status: 404 })
        : storage(input, init),
  )

/** Listings of this prefix are empty. */
const listingNothing = (prefix: string) =>
  interceptStorage(
    (storage) => async (input, init) =>
      requestName(input, init) === `get prefix=${prefix}`
        ? Response.json({ blobs: [], directories: [] })
        : storage(input, init),
  )

test.each(['pending/', 'failed/'])('an empty listing of %s is no proof', async (prefix) => {
  silent()
  const { id } = await tellOf()
  const key =
    prefix === 'failed/' ? `failed/${messages.name}/${id}` : `pending/act-backup/${id}.1.a`
  await kv.put(key, null)
  const headers = await admin()
  const putBack = listingNothing(prefix)
  const overview = await askNotifications('', headers)
  clock.now = MONDAY
  await sendDigest().catch(() => undefined)
  putBack()
  expect(overview.status).toBe(503)
  expect(mailbox.received.filter(({ subject }) => subject?.startsWith('Digest'))).toEqual([])
})

test('nothing is sent again, and no failure erased, while failed/ lists nothing', async () => {
  silent()
  await kv.put(`failed/${messages.name}/${(await tellOf()).id}`, null)
  const headers = await admin()
  const putBack = listingNothing('failed/')
  const { status } = await askNotifications('send-again', headers, {})
  putBack()
  expect(status).toBe(503)
})

test('a record that is not found for days is told when it is found again', async () => {
  silent()
  setChannels({ webhook: false })
  mailbox.weather = 'down'
  const { id } = await tellOf()
  mailbox.weather = 'up'
  clock.now += 96 * HOUR
  const putBack = forgetting(`rec/${messages.name}`)
  await keepTelling()
  putBack()
  await keepTelling()
  expect(mailed()).toEqual([id])
})

test('a failure stays while its record is not found', async () => {
  silent()
  mailbox.weather = 'refusing'
  const { id } = await tellOf()
  await keepTellingFor(75 * HOUR, HOUR)
  const headers = await admin()
  const putBack = forgetting(`rec/${messages.name}`)
  const { status } = await askNotifications('send-again', headers, {})
  putBack()
  expect(status).toBe(503)
  expect(await kv.list(`failed/${messages.name}`)).toEqual([`failed/${messages.name}/${id}`])
})

test('a mail about an act waits while its entry of the log is not found', async () => {
  silent()
  await newPerson('Asha')
  await tellPeople('backup', await log(EMERGENCY, 'backed up'))
  const [marker = ''] = await kv.list('pending/act-')
  const putBack = forgetting('log/')
  await deliverAct(marker)
  putBack()
  clock.now += HOUR
  await deliverAct(marker)
  const subjects = mailbox.received.map(({ subject }) => subject)
  expect(subjects.filter((one) => one === 'A backup was made')).toHaveLength(1)
})
