import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { DUE } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { limits, waitingForBuild } from '#server/rebuild/build-hook.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { requestsOf, useStudio } from './studio.ts'

useStudio()

const MINUTE = 60_000
const MOMENT = Date.parse('2026-12-04T00:00+05:30')
const SECRET = 'b01dface'

/** A stand-in for Netlify, with its calls and its answer: a status, or 0 for none. */
const calls: string[] = []
let status = 200
const netlify = createServer((request, response) => {
  calls.push(`${request.method} ${request.headers['content-length'] ?? '0'}`)
  if (status > 0) response.writeHead(status, { location: '/elsewhere' }).end()
})
let now = MOMENT
let folder = ''
let errors = ''
let builds = 0
const hook = () => `http://127.0.0.1:${(netlify.address() as AddressInfo).port}/${SECRET}`

beforeAll(async () => {
  netlify.listen(0, '127.0.0.1')
  await once(netlify, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'build-hook-'))
})
afterAll(async () => {
  netlify.closeAllConnections()
  netlify.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  errors = ''
  vi.spyOn(console, 'error').mockImplementation((...words) => void (errors += words.join(' ')))
  vi.stubEnv('BUILD_HOOK', hook())
  calls.length = 0
  status = 200
  now = MOMENT - MINUTE
  await kv.remove('housekeeping/build')
  forgetAll()
  await builtWith([MOMENT, MOMENT])
})

/** A new build, with a file of its own, because an instance reads its file once. */
async function builtWith(changes: number[], showsUnpublished = false) {
  const file = join(folder, `build-${++builds}.json`)
  vi.stubEnv('BUILD_FILE', file)
  await writeFile(file, JSON.stringify({ at: MOMENT - 60 * MINUTE, changes, showsUnpublished }))
  return file
}

const run = (deploy = 'production') =>
  withRequestContext(deploy, runHousekeeping, { storageMs: 28_000, spare: Infinity })
const waiting = () => withRequestContext('production', waitingForBuild)

/** Runs every five minutes for so many minutes. */
async function runFor(minutes: number) {
  for (const end = now + minutes * MINUTE; now < end; now += 5 * MINUTE) await run()
}

test('a build is asked for once when its moment has passed, and not before', async () => {
  await run()
  expect(calls).toEqual([])
  now = MOMENT
  await runFor(60)
  expect(calls).toEqual(['POST 0'])
  // another instance with its own memory
  forgetAll()
  await Promise.all([run(), run()])
  expect(calls).toHaveLength(1)
})

test('the next moment of the same build, and that of a new one, are asked for too', async () => {
  await builtWith([MOMENT, MOMENT + 30 * MINUTE])
  now = MOMENT
  await runFor(60)
  expect(calls).toHaveLength(2)
  await builtWith([MOMENT + 300 * MINUTE])
  await runFor(120)
  expect(calls).toHaveLength(2)
  now = MOMENT + 300 * MINUTE
  await runFor(30)
  expect(calls).toHaveLength(3)
})

test('an idle run makes two storage requests at most, before and after a build was asked for', async () => {
  await kv.put(DUE, { at: now + 50 * MINUTE })
  await run()
  expect(await requestsOf(run)).toBeLessThanOrEqual(2)
  now = MOMENT
  await run()
  expect(calls).toHaveLength(1)
  expect(await requestsOf(run)).toBeLessThanOrEqual(2)
})

test('a failed call is tried again after growing pauses, and success ends it', async () => {
  status = 500
  now = MOMENT
  await runFor(5)
  expect(await waiting()).toBeNull()
  await runFor(180)
  // at 0, 5, 15, 35, 75 and 135 minutes
  expect(calls).toHaveLength(6)
  expect(await waiting()).toMatchObject({ entries: 2, isFault: true })
  expect((await waiting())?.why).toMatch(/^The build hook failed 6 times\. It answered 500\./)
  status = 200
  await runFor(60)
  expect(calls).toHaveLength(7)
  expect(await waiting()).toBeNull()
  expect(errors + JSON.stringify(await kv.get('housekeeping/build'))).not.toContain(SECRET)
})

function hang(): void {
  status = 0
  vi.spyOn(limits, 'answerMs', 'get').mockReturnValue(100)
}

test.each([
  ['refused', () => vi.stubEnv('BUILD_HOOK', `http://127.0.0.1:9/${SECRET}`), /not be reached/],
  ['hanging', hang, /gave no answer in time/],
  ['deleted', () => (status = 404), /answered 404/],
  ['elsewhere', () => (status = 301), /answered 301/],
])('a hook that is %s fails, and no message holds its address', async (_, spoil, why) => {
  spoil()
  now = MOMENT
  await run()
  expect(errors).toMatch(why)
  expect(errors).not.toContain(SECRET)
  expect(errors).not.toContain('127.0.0.1')
})

test('a run that died in its call is followed by another', async () => {
  now = MOMENT
  await kv.put('housekeeping/build', { change: MOMENT, tries: 1, triedAt: MOMENT })
  await run()
  expect(calls).toEqual([])
  now += 5 * MINUTE
  await run()
  expect(calls).toHaveLength(1)
})

test('a preview, a site without the setting and a wrong setting call nothing', async () => {
  now = MOMENT
  await run('deploy-preview')
  await builtWith([MOMENT], true)
  await run()
  await builtWith([MOMENT, MOMENT])
  vi.stubEnv('BUILD_HOOK', '')
  await run()
  expect(await waiting()).toMatchObject({ entries: 2, isFault: false })
  vi.stubEnv('BUILD_HOOK', `http://far.example/${SECRET}`)
  await run()
  expect(await waiting()).toMatchObject({ isFault: true })
  expect((await waiting())?.why).toMatch(/^BUILD_HOOK: write/)
  expect((await waiting())?.why).not.toContain(SECRET)
  expect(calls).toEqual([])
})

test('a build that was asked for and does not come is told after an hour', async () => {
  now = MOMENT
  await runFor(55)
  expect(await waiting()).toBeNull()
  await runFor(10)
  expect(await waiting()).toMatchObject({ entries: 2, isFault: true })
  await builtWith([])
  expect(await waiting()).toBeNull()
})

test('two processes side by side ask once', async () => {
  const store = await startBlobs({ file: ':memory:', port: 0 })
  const code = `
    const { default: housekeeping } = await import('./netlify/functions/housekeeping.ts')
    await housekeeping(new Request('http://localhost'), { deploy: { context: 'production' } })`
  const env = {
    ...process.env,
    NETLIFY_BLOBS_CONTEXT: store.context,
    BUILD_FILE: await builtWith([1]),
  }
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { env })
  await Promise.all([run(), run()])
  await run()
  expect(calls).toHaveLength(1)
  await store.close()
})
