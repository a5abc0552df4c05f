import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { numbers } from './case.ts'
import { newDataFile } from './data-file.ts'
import { openStore } from './open-store.ts'

/** The bytes of the data file and its write-ahead log. */
const bytesOf = (file: string) =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')

/** Addresses of people, in a repeatable order that looks random. */
const addressOf = (number: number) => `person-${number}@example.org;`
const mixed = (number: number) => (number * 2_654_435_761) % 4_294_967_296
const bodyOf = (number: number) => {
  const length = number % 50 === 0 ? 20_000 : mixed(number) % 900
  return addressOf(number) + 'x'.repeat(length) + addressOf(number)
}

test('the files hold every current blob, and no removed or replaced blob', async () => {
  const file = newDataFile()
  const { store, blobs } = await openStore(file)
  const there = new Map<string, number>()
  let written = 0

  for (const round of numbers(80)) {
    const writes = numbers(150).map(() => {
      const number = (written += 1)
      const key = `lead/${mixed(number) % 8_000}`
      there.set(key, number)
      return store.set(key, bodyOf(number), { metadata: { from: addressOf(number) } })
    })
    await Promise.all(writes)
    const removals = [...there.keys()].filter((_, index) => mixed(index + round) % 40 === 0)
    for (const key of removals) there.delete(key)
    await Promise.all(removals.map((key) => store.delete(key)))
  }

  expect(blobs.checkpoint()).toBe(true)
  const found = new Set(bytesOf(file).match(/person-\d+@example\.org;/g))
  expect(there.size).toBeGreaterThan(2_000)
  expect(found).toEqual(new Set([...there.values()].map(addressOf)))
  await blobs.close()
})

test('a removed blob soon disappears from the files without a checkpoint call', async () => {
  const file = newDataFile()
  const { store, blobs } = await openStore(file)
  await store.set('lead', bodyOf(1))
  expect(bytesOf(file)).toContain(addressOf(1))
  await store.delete('lead')
  await expect.poll(() => bytesOf(file)).not.toContain(addressOf(1))
  await blobs.close()
})

test('a reader in another program delays the erasure, and nothing else', async () => {
  const file = newDataFile()
  const { store, blobs } = await openStore(file)
  await store.set('lead', bodyOf(1))
  const other = new DatabaseSync(file)
  other.exec('BEGIN; SELECT count(*) FROM blob')
  await store.delete('lead')

  expect(blobs.checkpoint()).toBe(false)
  await store.set('lead', bodyOf(2))
  expect(await store.get('lead')).toBe(bodyOf(2))
  other.close()
  expect(blobs.checkpoint()).toBe(true)
  expect(bytesOf(file)).not.toContain(addressOf(1))
  await blobs.close()
})

test('closing leaves one file without the removed blobs', async () => {
  const file = newDataFile()
  const { store, blobs } = await openStore(file)
  await store.set('kept', bodyOf(1))
  await store.set('lead', bodyOf(2))
  await store.deleteAll()
  await store.set('kept', bodyOf(3))
  await blobs.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
  expect(bytesOf(file).match(/person-\d+@example\.org;/g)).toEqual([addressOf(3), addressOf(3)])
})

test('opening a file of mostly removed blobs rewrites the file', async () => {
  const file = newDataFile()
  const first = await openStore(file)
  const keys = numbers(600).map((number) => `lead/${number}`)
  const etags = await Promise.all(keys.map((key, number) => first.store.set(key, bodyOf(number))))
  await Promise.all(keys.slice(100).map((key) => first.store.delete(key)))
  await first.blobs.close()
  const before = bytesOf(file).length

  const again = await openStore(file)
  expect(bytesOf(file).length).toBeLessThan(before / 2)
  expect((await again.store.list()).blobs).toHaveLength(100)
  expect(await again.store.get('lead/99')).toBe(bodyOf(99))
  expect(await again.store.getMetadata('lead/99')).toMatchObject({ etag: etags[99]?.etag })
  const { etag } = await again.store.set('lead/500', bodyOf(500))
  expect(etags.map(({ etag }) => etag)).not.toContain(etag)
  await again.blobs.close()
})

test('the next start finishes an interrupted rewrite', async () => {
  const file = newDataFile()
  const first = await openStore(file)
  await first.store.set('lead', bodyOf(1))
  await first.blobs.close()
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 1')

  const again = await openStore(file)
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
  expect(await again.store.get('lead')).toBe(bodyOf(1))
  database.close()
  await again.blobs.close()
})
