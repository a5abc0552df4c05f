import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { forms } from '#forms/index.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf, offeredLists, projectOf } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import { call } from './addresses.ts'
import { answersTo } from './answers.ts'
import { newMessage } from './inbox.ts'
import { interceptStorage, origin, ownPage, send, signIn, useStudio } from './studio.ts'

useStudio()

type Answer = {
  items: ({ collection: string; newest: string | null; total: number } & {
    projectSlug?: string
    counts: Record<string, number>
  })[]
  uncounted?: number
}

async function ask(query = '') {
  const headers = { ...(await signIn()), ...ownPage }
  return call(new Request(`${origin}/api/admin/counts${query}`, { headers }))
}
const counted = async (query?: string) => (await (await ask(query)).json()) as Answer

test('one request gives the counts of every list, equal to the counts of each list', async () => {
  const before = await counted()
  expect(before.items.map(({ collection }) => collection)).toEqual([
    ...forms.filter(({ splitBy }) => !splitBy).map(({ collection }) => collection),
    ...Array<string>(3).fill(waitlist.collection),
  ])
  const lists = await offeredLists()
  expect(before.items.map(({ projectSlug }) => projectSlug)).toEqual(lists.map(projectOf))

  const [, id = ''] = (await newMessage()).split('/')
  await newMessage({ honeypot: 'https://spam.test' })
  await changeState(collectionOf(contact, {}), id, () => ({ answeredAt: '2026-11-22T10:00:00Z' }))
  await send(careers, await answersTo(careers))
  const after = await counted()
  const of = (name: string) =>
    [before, after].map(({ items }) => items.find(({ collection }) => collection === name))
  const [was, is] = of(contact.collection)
  expect(is?.newest).toBe(id)
  expect(is?.total).toBe((was?.total ?? 0) + 1)
  expect(is?.counts['answered']).toBe((was?.counts['answered'] ?? 0) + 1)
  expect(is?.counts['held']).toBe((was?.counts['held'] ?? 0) + 1)
  expect(of(careers.collection)[1]?.counts).toMatchObject({ waiting: 0, overdue: 0, dueToday: 0 })
})

test('a request can name one list by collection and project', async () => {
  const { items } = await counted('?collection=contact-submissions')
  expect(items.map(({ collection }) => collection)).toEqual(['contact-submissions'])
  const slug = (await offeredLists()).map(projectOf).at(-1)
  const entries = await counted(`?collection=waitlist&projectSlug=${slug}`)
  expect(entries.items.map(({ projectSlug }) => projectSlug)).toEqual([slug])
  for (const none of ['?collection=else', '?collection=waitlist&projectSlug=else']) {
    expect((await ask(none)).status).toBe(404)
  }
})

test('an unreadable list is left out, and the answer is 503 if all are unreadable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...(await signIn()), ...ownPage }
  const request = () => call(new Request(`${origin}/api/admin/counts`, { headers }))
  const failing = (part: string) =>
    interceptStorage((storage) => (input, init) => {
      const url = decodeURIComponent(input instanceof Request ? input.url : String(input))
      const isMeant = url.includes(part) && !/session|epoch/.test(url)
      return isMeant ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init)
    })
  let putBack = failing('/eir-submissions')
  const { items, uncounted } = (await (await request()).json()) as Answer
  putBack()
  expect(uncounted).toBe(1)
  expect(items).toHaveLength((await offeredLists()).length - 1)
  expect(items.map(({ collection }) => collection)).not.toContain('eir-submissions')
  putBack = failing('')
  const answer = await request()
  putBack()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
})
