import { getStore } from '@netlify/blobs'
import type { Store } from '@netlify/blobs'
import { expect, test } from 'vitest'
import { runs } from '../runs.ts'
import { numbers } from './case.ts'
import { newDataFile } from './data-file.ts'
import { openStore } from './open-store.ts'
import { spawnStore } from './spawn-store.ts'

const patient = { interval: 1 }

/** The acknowledged writes: a key's value, or null after its removal. */
type Acknowledged = Map<string, string | null>

/** Writes new keys, and removes every third key again, until the store dies. */
async function writeUntilCrash(store: Store, writer: string, acknowledged: Acknowledged) {
  for (let write = 0; ; write += 1) {
    const key = `${writer}/${write}`
    const value = key.repeat(1 + ((write * 37) % 200))
    if (!(await store.set(key, value).catch(() => false))) return
    acknowledged.set(key, value)
    if (write % 3 !== 0) continue
    acknowledged.delete(key)
    if (!(await removed(store, key))) return
    acknowledged.set(key, null)
  }
}

const removed = (store: Store, key: string) =>
  store.delete(key).then(
    () => true,
    () => false,
  )

async function expectAll(acknowledged: Acknowledged, file: string) {
  const { blobs, store } = await openStore(file)
  const lost: string[] = []
  for (const [key, value] of acknowledged) {
    if ((await store.get(key, { type: 'text' })) !== value) lost.push(key)
  }
  await blobs.close()
  expect(lost).toEqual([])
}

test('a killed store keeps every write that it acknowledged', async () => {
  const file = newDataFile()
  const acknowledged: Acknowledged = new Map()

  for (const life of numbers(runs(5)).map((round) => 20 + (round % 10) * 20)) {
    const { access, kill } = await spawnStore(file)
    const store = getStore({ ...access, name: 'forms' })
    const writers = Array.from({ length: 20 }, (_, writer) =>
      writeUntilCrash(store, `${acknowledged.size}/${writer}`, acknowledged),
    )
    const before = acknowledged.size
    // The writers do not stop, so the kill interrupts them.
    await expect.poll(() => acknowledged.size - before, patient).toBeGreaterThan(life)
    await kill()
    await Promise.all(writers)
    await expectAll(acknowledged, file)
  }
  expect(acknowledged.size).toBeGreaterThan(100)
})
