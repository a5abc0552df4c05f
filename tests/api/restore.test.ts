import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { MACHINE } from '#server/audit/entry.ts'
import { log, readLog } from '#server/audit/log.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { recordKey } from '#server/collections/keys.ts'
import { remove } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { hint } from '#server/collections/rows/hints.ts'
import { finishRestore, restoreLines } from '#server/housekeeping/restore.ts'
import * as kv from '#server/storage/kv.ts'
import { restoreBackup } from '../../scripts/restore.ts'
import { accessStore, type StoreAccess } from '../../scripts/site/store-access.ts'
import { writeBackup } from '../../scripts/backup/write-backup.ts'
import { requestName } from '../request-name.ts'
import { faultsInLog, logKeys } from '../store/audit/whole-log.ts'
import { dying } from './broken-store.ts'
import { entriesOf, join as signUp, releaseEntry } from './entries.ts'
import { everything, fill, folder, idOf, messages, silent, useEmptyStore } from './filled-store.ts'
import { pageOf } from './inbox.ts'
import { sendMessage, useStudio } from './studio.ts'

useStudio()

beforeAll(fill)

test('reads during a restore do not change its result', async () => {
  const before = await everything()
  const path = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), path, silent)
  await useEmptyStore()
  const store = await accessStore(undefined, 'backup')
  const watched: StoreAccess = {
    ...store,
    async restore(id, lines) {
      await store.restore(id, lines)
      await everything()
      await fold(messages)
    },
  }
  await restoreBackup(watched, path, silent)
  expect(await everything()).toEqual(before)
})

test.each([
  ['restore', 1],
  ['restore', 9],
  ['restoreFile', 1],
] as const)(
  'a restore that broke off in %s %i can continue, and another one is refused',
  async (act, portions) => {
    const before = await everything()
    const [path, other] = [await folder(), await folder()]
    const store = await accessStore(undefined, 'backup')
    await writeBackup(store, path, silent)
    const id = await idOf(await sendMessage())
    await writeBackup(store, other, silent)
    // The next tests need the old state.
    await remove(messages, id)

    await useEmptyStore()
    await expect(restoreBackup(dying(store, act, portions), path, silent)).rejects.toThrow('dead')
    await expect(restoreBackup(store, other, silent)).rejects.toThrow('The store is not empty.')
    await restoreBackup(store, path, silent)
    expect(await everything()).toEqual(before)
    await expect(restoreBackup(store, path, silent)).rejects.toThrow('The store is not empty.')
  },
)

type Answer = (done: () => Promise<Response>) => Promise<Response>
const refused = () => new Response(null, { status: 503 })
const ends: [what: string, first: 'failed' | 'restored', request: string, answer: Answer][] = [
  ['the log refuses it', 'failed', 'put log-head/machine', () => Promise.resolve(refused())],
  ['its marker stays', 'failed', 'delete restore/', () => Promise.resolve(refused())],
  [
    'a page answers for its marker',
    'failed',
    'delete restore/',
    () => Promise.resolve(new Response('<html>')),
  ],
  [
    'the answer about its marker is lost',
    'restored',
    'delete restore/',
    (done) => done().then(refused),
  ],
  [
    'its marker is confirmed and lost',
    'failed',
    'put restore/',
    () => Promise.resolve(new Response(null, { headers: { etag: '"lost"' } })),
  ],
]

test.each(ends)('a restore can be run again when %s', async (_, first, request, answer) => {
  const before = await everything()
  const path = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), path, silent)
  let isBroken = true
  let met = 0
  await useEmptyStore({
    intercept: (storage) => (input, init) => {
      const isHere = isBroken && requestName(input, init).startsWith(request)
      if (!isHere) return storage(input, init)
      met++
      return answer(() => storage(input, init))
    },
  })
  const restore = async () =>
    restoreBackup(await accessStore(undefined, 'restore'), path, silent).then(
      () => 'restored',
      () => 'failed',
    )
  expect(await restore()).toBe(first)
  isBroken = false
  expect(met).toBeGreaterThan(0)
  if (first === 'failed') expect(await restore()).toBe('restored')
  expect(await kv.list('restore/')).toEqual([])
  expect(await everything()).toEqual(before)
  expect((await actsOfMachine()).filter((act) => act === 'restored')).toHaveLength(1)
})

const actsOfMachine = async () => (await readLog('', MACHINE.id)).items.map(({ act }) => act)

test.each<[file: string, change: (text: string) => string, words: string]>([
  ['records.ndjson', (text) => text.replace('}\n', '\n'), 'records.ndjson, line 1 is damaged.'],
  ['records.ndjson', (text) => text.replace('Ada', 'Bob'), 'records.ndjson is not as the backup'],
  ['states.ndjson', (text) => text.slice(0, text.indexOf('\n') + 1), 'states.ndjson is not as'],
  ['removals.ndjson', () => '{"key":"secret/site","value":"x"}\n', 'line 1 is damaged'],
  ['backup.json', () => '{}', 'backup.json is damaged, or of another version.'],
])(
  'a backup with a changed %s is refused before anything is written',
  async (file, change, words) => {
    const path = await folder()
    const store = await accessStore(undefined, 'backup')
    await writeBackup(store, path, silent)
    await writeFile(join(path, file), change(await readFile(join(path, file), 'utf8')))
    await useEmptyStore()
    await expect(restoreBackup(store, path, silent)).rejects.toThrow(words)
    expect(await kv.list('')).toEqual([])
  },
)

test.each<[what: string, spoil: (file: string) => Promise<void>, words: string]>([
  ['changed', (file) => appendFile(file, 'x'), 'is not as the backup was made'],
  ['missing', (file) => rm(file), 'is missing'],
])(
  'a backup with a resume that is %s is refused before anything is written',
  async (_, spoil, words) => {
    const path = await folder()
    const store = await accessStore(undefined, 'backup')
    await writeBackup(store, path, silent)
    const names = await readdir(path, { recursive: true })
    await spoil(join(path, names.findLast((name) => name.endsWith('.pdf')) ?? ''))
    await useEmptyStore()
    await expect(restoreBackup(store, path, silent)).rejects.toThrow(words)
    expect(await kv.list('')).toEqual([])
  },
)

test('a released sign-up keeps its address', async () => {
  const email = 'released@engine.test'
  const { id } = (await (await signUp(email, { honeypot: 'x' })).json()) as { id: string }
  expect((await releaseEntry(id)).status).toBe(200)
  const again = { ok: true, duplicate: true }
  expect(await (await signUp(email)).json()).toEqual(again)
  const path = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), path, silent)
  await useEmptyStore()
  await restoreBackup(await accessStore(undefined, 'backup'), path, silent)
  expect(await (await signUp(email)).json()).toEqual(again)
  expect(await entriesOf(email)).toHaveLength(1)
})

test('a restore whose end came without an answer says what the next answer means', async () => {
  const before = await everything()
  const path = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), path, silent)
  let isDown = false
  await useEmptyStore({
    intercept: (storage) => async (input, init) => {
      if (isDown) return refused()
      isDown = requestName(input, init).startsWith('delete restore/')
      const answer = await storage(input, init)
      return isDown ? refused() : answer
    },
  })
  const restore = async () => restoreBackup(await accessStore(undefined, 'restore'), path, silent)
  await expect(restore()).rejects.toThrow(
    /^All \d+ entries are in the store, but .*\n.* If it says “The store is not empty\.”, the restore has ended\.$/,
  )
  isDown = false
  await expect(restore()).rejects.toThrow(/^The store is not empty\.$/)
  expect(await everything()).toEqual(before)
})

test('the end of a restore costs the same with a long log, and is told once', async () => {
  const costs = []
  for (const acts of [1, 40]) {
    await useEmptyStore()
    for (let i = 0; i < acts; i++) await log(MACHINE, 'exported')
    const lines = await Promise.all(
      (await logKeys()).map(async (key) => ({ key, value: (await kv.get(key))?.value })),
    )
    let requests = 0
    let isStuck = true
    await useEmptyStore({
      intercept: (storage) => (input, init) => {
        requests++
        const isEnd = requestName(input, init).startsWith('delete restore/')
        return isStuck && isEnd ? Promise.resolve(refused()) : storage(input, init)
      },
    })
    const id = 'a'.repeat(64)
    for (const line of lines) await restoreLines(id, [line])
    const say = vi.fn(() => Promise.resolve())
    await expect(finishRestore(id, say)).rejects.toThrow()
    isStuck = false
    requests = 0
    await finishRestore(id, say)
    costs.push(requests)
    expect(say).toHaveBeenCalledTimes(1)
    expect(await faultsInLog()).toEqual([])
  }
  expect(costs[1]).toBe(costs[0])
})

test('an instance that saw a deletion does not erase the restored record', async () => {
  const path = await folder()
  const store = await accessStore(undefined, 'backup')
  await writeBackup(store, path, silent)
  const { items } = await pageOf('contact-submissions?limit=200')
  const id = items.at(-1)?.id ?? ''
  expect(await remove(messages, id)).toBe(true)
  expect(await read(messages, id)).toBeNull()
  await useEmptyStore()
  await restoreBackup(store, path, silent)
  // Leaves a hint as another instance would.
  await hint(messages.name, id, 'record')
  await fold(messages)
  expect(await kv.get(recordKey(messages.name, id))).not.toBeNull()
})
