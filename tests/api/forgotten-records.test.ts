import { expect, test, vi } from 'vitest'
import { fold } from '#server/collections/rows/fold.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import * as kv from '#server/storage/kv.ts'
import { requestName } from '../request-name.ts'
import { addPerson, askOnce, peopleIn } from './people.ts'
import {
  askRecords,
  interceptStorage,
  listMessages,
  ownPage,
  sendMessage,
  signIn,
  useStudio,
} from './studio.ts'

/** A store that lists a record and answers 404 for it: nothing is said or built without it. */

useStudio()

const list = 'contact-submissions'
const HOUR = 60 * 60 * 1_000

/** Keys that begin so are listed, but not found. */
const forgetting = (start: string) =>
  interceptStorage((storage) => async (input, init) => {
    const isLost = requestName(input, init).startsWith(`get ${start}`)
    return isLost ? new Response(null, { status: 404 }) : storage(input, init)
  })

test.each(['rec', 'state'])('no list is made while %s/ is forgotten', async (root) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...ownPage, ...(await signIn()) }
  for (const one of [1, 2]) await sendMessage({ email: `${root}${one}@forgotten.example` })
  if (root === 'state') {
    for (const { id } of (await listMessages(headers)).items) {
      const body = { answered: true }
      await askRecords(`${list}/${id}`, { method: 'PATCH', headers, body })
    }
  }
  const before = await listMessages(headers)
  forgetAll()
  const putBack = forgetting(`${root}/${list}/`)
  const during = await askRecords(list, { headers })
  putBack()
  expect(during.status).toBe(503)
  expect(await listMessages(headers)).toEqual(before)
})

test('no row is lost because a fold does not find its record', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const name = 'folded-while-forgotten'
  const { id } = await addPerson(
    name,
    { name: 'Ada', email: 'ada@a.example' },
    Date.now() - 5 * HOUR,
  )
  // A record that was sent in time has no hint.
  await Promise.all((await kv.list(`hint/${name}/${id}`)).map(kv.remove))
  forgetAll()
  const putBack = forgetting(`rec/${name}/`)
  // The first fold begins a manifest, the second writes rows.
  const foldOnce = () => fold(peopleIn(name)).catch(() => undefined)
  await foldOnce()
  await foldOnce()
  putBack()
  forgetAll()
  expect(await askOnce(name, {})).toMatchObject({ items: [{ id }], total: 1 })
})
