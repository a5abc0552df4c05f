import { getStore } from '@netlify/blobs'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFile } from './data-file.ts'
import { spawnStore } from './spawn-store.ts'

/** Starts two processes with one data file at the same moment. */
async function twoStores() {
  const file = newDataFile()
  const processes = await Promise.all([spawnStore(file), spawnStore(file)])
  for (const { kill } of processes) onTestFinished(kill)
  return processes.map(({ access }) =>
    getStore({ ...access, name: 'shared', consistency: 'strong' }),
  )
}

test('only one of many writers in two processes writes a new key', async () => {
  const stores = await twoStores()
  for (let round = 0; round < 10; round += 1) {
    const key = `key ${round}`
    const writes = Array.from({ length: 20 }, (_, writer) =>
      stores.map((store) => store.set(key, `${writer}`, { onlyIfNew: true })),
    )
    const winners = (await Promise.all(writes.flat())).filter(({ modified }) => modified)
    expect(winners).toHaveLength(1)
    for (const store of stores) {
      expect(await store.getMetadata(key)).toMatchObject({ etag: winners[0]?.etag })
    }
  }
})

test('two processes lose no increment', async () => {
  const stores = await twoStores()
  await stores[0]?.setJSON('count', 0)

  await Promise.all(
    [...stores, ...stores].map(async (store) => {
      for (let counted = 0; counted < 25;) {
        const read = await store.getWithMetadata('count', { type: 'json' })
        const next = Number(read?.data) + 1
        const { modified } = await store.setJSON('count', next, { onlyIfMatch: read?.etag ?? '' })
        if (modified) counted += 1
      }
    }),
  )
  expect(await stores[1]?.get('count', { type: 'json' })).toBe(100)
})
