import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { restoreBackup } from '../../scripts/restore.ts'
import { accessStore } from '../../scripts/site/store-access.ts'
import { writeBackup } from '../../scripts/backup/write-backup.ts'
import { dying } from './broken-store.ts'
import {
  contentOf,
  everything,
  fill,
  folder,
  idOf,
  messages,
  silent,
  useEmptyStore,
} from './filled-store.ts'
import { admin, interceptStorage, sendMessage, useStudio } from './studio.ts'

useStudio()

let site: Site
beforeAll(async () => {
  site = await startSite({ dist: 'public' })
  await fill()
})
afterAll(() => site.close())

const access = async (where: string) => {
  vi.stubEnv('ADMIN_PASSWORD', admin.password)
  vi.stubEnv('DATA_DIR', await folder())
  return accessStore(where === 'this machine' ? undefined : site.url, 'backup')
}

/** What a backup holds but the log: a backup and a restore of a site are acts themselves. */
async function recordsOf(path: string) {
  const { 'log.ndjson': _, 'backup.json': __, ...others } = await contentOf(path)
  return others
}

const logOf = async (path: string): Promise<string[]> =>
  (await readFile(join(path, 'log.ndjson'), 'utf8')).split('\n').filter(Boolean)

test.each(['this machine', 'a deployed site'])(
  'on %s a backup restores the same lists and yields the same backup',
  async (where) => {
    const before = await everything()
    const [first, second] = [await folder(), await folder()]
    const tally = await writeBackup(await access(where), first, silent)
    expect(tally).toMatchObject({ gone: 2, file: 2, damaged: 0 })
    expect(Object.keys(await contentOf(first)).filter((name) => !name.endsWith('.pdf'))).toEqual([
      'backup.json',
      'files.ndjson',
      'log.ndjson',
      'notifications.ndjson',
      'records.ndjson',
      'removals.ndjson',
      'states.ndjson',
    ])

    await useEmptyStore()
    const entries = await restoreBackup(await access(where), first, silent)
    expect(entries).toBe(
      tally.rec + tally.state + tally.gone + tally.file + tally.log + tally.notify,
    )
    expect(await everything()).toEqual(before)
    await fold(messages)
    expect(await everything()).toEqual(before)
    expect(await checkStore({ fix: false })).toEqual([])
    await writeBackup(await access(where), second, silent)
    const [again, once] = [await recordsOf(second), await recordsOf(first)]
    expect(again).toEqual(once)
    const [log, earlier] = [await logOf(second), await logOf(first)]
    expect(earlier.length).toBeGreaterThan(0)
    expect(log).toEqual(expect.arrayContaining(earlier))
    expect(await kv.list('restore/')).toEqual([])
  },
)

test('a backup contains no sessions, secrets or derived data', async () => {
  const path = await folder()
  await writeBackup(await access('this machine'), path, silent)
  const lines = (await readFile(join(path, 'records.ndjson'), 'utf8')).trimEnd().split('\n')
  expect(lines.every((line) => line.startsWith('{"key":"rec/'))).toBe(true)
  const all = await Promise.all(
    ['removals', 'states', 'files'].map((name) => readFile(join(path, `${name}.ndjson`), 'utf8')),
  )
  expect(all.join('')).not.toMatch(/"key":"(?!gone|state|file)/)
  const secret = (await kv.get('secret/site'))?.value as string
  expect([...lines, ...all].join('')).not.toContain(secret)
  expect((await stat(join(path, 'records.ndjson'))).mode & 0o777).toBe(0o600)
})

test.each([1, 3, 6])('an interrupted backup continues after %i portions', async (portions) => {
  const [whole, broken] = [await folder(), await folder()]
  const store = await access('this machine')
  await writeBackup(store, whole, silent)
  await expect(writeBackup(dying(store, 'backup', portions), broken, silent)).rejects.toThrow()
  await expect(restoreBackup(store, broken, silent)).rejects.toThrow('is not finished')
  // The power went off in the middle of this line.
  await appendFile(join(broken, 'states.ndjson'), '{"key":"sta')
  await writeBackup(dying(store, 'backup', Infinity), broken, silent)
  expect(await recordsOf(broken)).toEqual(await recordsOf(whole))
  expect(await logOf(broken)).toEqual(expect.arrayContaining(await logOf(whole)))
  await expect(writeBackup(store, broken, silent)).rejects.toThrow('holds a whole backup already')
})

const mark = (id: string) => changeState(messages, id, () => ({ removal: 'a' }), 'removal')

test.each([
  ['removed', (id: string) => remove(messages, id)],
  ['only marked as removed', mark],
])('a restore does not bring back a record that was %s during the backup', async (_, removing) => {
  await useEmptyStore()
  const id = await idOf(await sendMessage({ name: 'Leaving' }))
  const path = await folder()
  const store = await access('this machine')
  await writeBackup(
    {
      ...store,
      async backup(after) {
        const { lines } = await store.backup(after)
        // The backup has read the records and reads the removals last.
        const isFirst = after === ''
        if (isFirst) await removing(id)
        const records = lines.filter(({ key }) => key.startsWith('rec/'))
        return isFirst ? { lines: records, next: 'gone/' } : { lines, next: null }
      },
    },
    path,
    silent,
  )
  expect(await readFile(join(path, 'records.ndjson'), 'utf8')).toContain('Leaving')
  await useEmptyStore()
  await restoreBackup(store, path, silent)
  expect(await read(messages, id)).toBeNull()
})

test('empty listings stop a backup', async () => {
  const putBack = interceptStorage((storage) => async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isListing = url.searchParams.has('prefix')
    return isListing ? Response.json({ blobs: [], directories: [] }) : storage(input, init)
  })
  const path = await folder()
  await expect(writeBackup(await access('this machine'), path, silent)).rejects.toThrow('A listing')
  putBack()
})

test('a damaged entry is counted and left out, also by a backup that was interrupted', async () => {
  await useEmptyStore()
  const id = await idOf(await sendMessage())
  for (let i = 0; i < 2; i++) await sendMessage()
  await kv.putFile(`rec/contact-submissions/${newId()}`, new TextEncoder().encode('{"by').buffer)
  const path = await folder()
  const store = await access('this machine')
  await expect(writeBackup(dying(store, 'backup', 1), path, silent)).rejects.toThrow('dead')
  const tally = await writeBackup(store, path, silent)
  expect(tally).toMatchObject({ rec: 3, damaged: 1 })
  expect(await readFile(join(path, 'records.ndjson'), 'utf8')).toContain(id)
})

test('a collection with thousands of records is read in portions, each record once', async () => {
  await useEmptyStore()
  const now = Date.now()
  const ids = Array.from({ length: 2_300 }, (_, i) => newId(now - i * 1_000)).sort()
  for (const id of ids) await kv.put(`rec/contact-submissions/${id}`, { text: 'x'.repeat(2_000) })
  const path = await folder()
  let portions = 0
  await writeBackup(await access('this machine'), path, () => portions++)
  const lines = (await readFile(join(path, 'records.ndjson'), 'utf8')).trimEnd().split('\n')
  const read = lines.map((line) => (JSON.parse(line) as { key: string }).key.split('/')[2])
  expect(read).toEqual(ids)
  expect(portions).toBeGreaterThan(1)
})
