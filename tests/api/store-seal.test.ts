import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSite } from '#local/server.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { sealPortion, type SealPortion } from '#server/housekeeping/seal.ts'
import * as kv from '#server/storage/kv.ts'
import { seal } from '#server/storage/seal.ts'
import { runs } from '../runs.ts'
import { everything, fill, messages } from './filled-store.ts'
import { forget } from './rows.ts'
import { bareStore, bareValues, NEW, OLD, sealOf } from './seals.ts'
import { admin, dieAt, interceptStorage, requestsOf, sendMessage, useStudio } from './studio.ts'
import { typed as run } from './typed-command.ts'

useStudio()

/** Seals the whole store, as the command does. */
async function sealAll() {
  const all = { sealed: 0, kept: 0, unopened: [] as string[] }
  for (let from: string | null = ''; from !== null;) {
    const portion: SealPortion = await sealPortion(from)
    all.sealed += portion.sealed
    all.kept += portion.kept
    all.unopened.push(...portion.unopened)
    from = portion.next
  }
  return all
}

const seals = async () => new Set([...(await bareValues()).values()].map(sealOf))

/** Makes the store plain and full again. */
beforeEach(async () => {
  vi.stubEnv('STORE_KEY', '')
  const store = bareStore()
  for (const key of (await bareValues()).keys()) await store.delete(key)
  forget()
  await fill()
  // Records that a test adds have no claim.
  await checkStore({ fix: true })
})

test('a plain store is sealed, and every list stays as it was', async () => {
  const before = await everything()
  vi.stubEnv('STORE_KEY', OLD)
  const { sealed, unopened } = await sealAll()
  expect(await seals()).toEqual(new Set([1]))
  expect(sealed).toBeGreaterThan(50)
  expect(unopened).toEqual([])
  forget()
  expect(await everything()).toEqual(before)
  // The rows follow the new etags of the states.
  for (const name of [messages.name, 'career-applications']) {
    const collection = collectionNamed(name)
    if (collection) await fold(collection)
  }
  expect(await checkStore({ fix: false })).toEqual([])
  expect((await sealAll()).sealed).toBe(0)
})

test('after a rotation the old key is needed no more', async () => {
  vi.stubEnv('STORE_KEY', OLD)
  await sealAll()
  const before = await everything()
  vi.stubEnv('STORE_KEY', `2:${NEW},1:${OLD}`)
  await sealAll()
  expect(await seals()).toEqual(new Set([2]))
  vi.stubEnv('STORE_KEY', `2:${NEW}`)
  forget()
  expect(await everything()).toEqual(before)
  expect((await sealAll()).unopened).toEqual([])
})

/** The setting after this many rotations, with every earlier key. */
const rotated = (times: number) =>
  Array.from({ length: times + 1 }, (_, i) => `${i + 1}:${i % 2 ? NEW : OLD}`).join(',')

test('a run that was killed at any step is continued, and does no harm', async () => {
  const before = await everything()
  vi.stubEnv('STORE_KEY', rotated(0))
  // The first write with a key proves that it fits.
  await kv.put('counter', 0)
  const steps = await requestsOf(() => sealPortion(''))
  await sealAll()
  let times = 0
  for (let step = 1; step <= steps; step += Math.ceil(steps / runs(6, steps))) {
    vi.stubEnv('STORE_KEY', rotated(++times))
    const revive = dieAt(step, times % 2 === 0)
    await expect(sealPortion('')).rejects.toMatchObject({ name: 'StorageDown' })
    revive()
    forget()
    expect(await everything()).toEqual(before)
    await sealAll()
    expect(await seals()).toEqual(new Set([times + 1]))
  }
  expect(await everything()).toEqual(before)
  await checkStore({ fix: true })
  expect(await checkStore({ fix: false })).toEqual([])
})

test('writers at the same time lose nothing', async () => {
  vi.stubEnv('STORE_KEY', rotated(0))
  const [record = ''] = await kv.list(`rec/${messages.name}/`)
  const id = record.split('/')[2]?.replace('.held', '') ?? ''
  const sealing = { isOver: false }
  const note = async (times: number) => {
    await changeState(messages, id, () => ({ note: `${times}` }))
    await kv.change('counter', (count) => Number(count ?? 0) + 1)
  }
  const writing = (async () => {
    let times = 0
    while (!sealing.isOver) await note(++times)
    return times
  })()
  const sent = Promise.all([1, 2, 3].map(() => sendMessage()))
  for (let times = 1; times <= 5; times++) {
    vi.stubEnv('STORE_KEY', rotated(times))
    await sealAll()
  }
  sealing.isOver = true
  const times = await writing
  expect((await kv.get('counter'))?.value).toBe(times)
  expect((await kv.get(`state/${messages.name}/${id}`))?.value).toMatchObject({ note: `${times}` })
  expect((await sent).map(({ status }) => status)).toEqual([201, 201, 201])
})

test('values that cannot be opened are named, and the others are sealed', async () => {
  const [key = ''] = await kv.list('state/')
  vi.stubEnv('STORE_KEY', NEW)
  const broken = Buffer.from(seal(key, '1') as ArrayBuffer)
  vi.stubEnv('STORE_KEY', OLD)
  await bareStore().set(key, new Uint8Array(broken.subarray(0, 20)).buffer)
  const { sealed, unopened } = await sealAll()
  expect(unopened).toEqual([key])
  expect(sealed).toBeGreaterThan(50)
  expect((await bareValues()).get(key)).toEqual(broken.subarray(0, 20))
})

test('a key that does not fit takes no submission, also before the store is sealed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('STORE_KEY', OLD)
  expect((await sendMessage()).status).toBe(201)
  const before = await bareValues()
  for (const wrong of [NEW, `2:${OLD},1:${NEW}`]) {
    vi.stubEnv('STORE_KEY', wrong)
    forget()
    expect((await sendMessage()).status).toBe(503)
    expect((await sealAll()).sealed).toBe(0)
  }
  expect(await bareValues()).toEqual(before)
  vi.stubEnv('STORE_KEY', OLD)
  forget()
  expect((await sendMessage()).status).toBe(201)
  expect((await sealAll()).unopened).toEqual([])
})

test('a listing that fails ends the run', async () => {
  vi.stubEnv('STORE_KEY', OLD)
  const putBack = interceptStorage(() => () => Promise.resolve(new Response(null, { status: 404 })))
  await expect(sealPortion('')).rejects.toMatchObject({ name: 'StorageDown' })
  putBack()
})

test('a deployed store is sealed by its own site, and by nobody else', async () => {
  const site = await startSite({ dist: 'public' })
  onTestFinished(() => site.close())
  const login = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const plain = await run('store-seal', [site.url], login)
  expect(plain).toMatchObject({ code: 1 })
  expect(plain.err).toContain('409: STORE_KEY is not set: there is no key to seal with.')
  vi.stubEnv('STORE_KEY', OLD)
  const sealed = await run('store-seal', [site.url], login)
  expect(sealed).toMatchObject({ code: 0 })
  expect(sealed.out).toMatch(/^The store of http:\/\/\S+: \d+ sealed, \d+ were sealed before\.\n$/)
  expect(sealed.err).toMatch(/^\d+ values sealed, /)
  expect(await seals()).toEqual(new Set([1]))
  const answer = await fetch(`${site.url}/api/admin/store/seal`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(403)
})
