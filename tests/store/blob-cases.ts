import { expect } from 'vitest'
import { keysOf, numbers } from './case.ts'
import type { Case } from './case.ts'

/** Promises about one blob. */
export const blobCases: Case[] = [
  {
    promise: 'text, bytes and JSON are read exactly as written',
    async run(store) {
      const bytes = Uint8Array.from(numbers(256)).buffer
      await store.set('text', 'schön 🎈')
      await store.set('bytes', bytes)
      await store.set('blob', new Blob([bytes, 'end']))
      await store.set('empty', '')
      await store.setJSON('json', { list: [1, null, 'ü'] })
      expect(await store.get('text')).toBe('schön 🎈')
      expect(await store.get('bytes', { type: 'arrayBuffer' })).toEqual(bytes)
      expect((await store.get('blob', { type: 'blob' })).size).toBe(259)
      expect(await store.get('empty')).toBe('')
      expect(await store.get('json', { type: 'json' })).toEqual({ list: [1, null, 'ü'] })
    },
  },
  {
    promise: 'five megabytes are read exactly as written',
    async run(store) {
      const bytes = new Uint8Array(5_000_000).map((_, index) => index * 7)
      await store.set('large', bytes.buffer)
      const read = await store.get('large', { type: 'arrayBuffer' })
      expect(Buffer.compare(new Uint8Array(read), bytes)).toBe(0)
    },
  },
  {
    promise: 'a read of an unwritten key gives null',
    async run(store) {
      expect(await store.get('nothing')).toBeNull()
      expect(await store.getMetadata('nothing')).toBeNull()
      expect(await store.getWithMetadata('nothing')).toBeNull()
    },
  },
  {
    promise: 'metadata belongs to one write of a blob; the next write drops it',
    async run(store) {
      await store.set('key', 'one', { metadata: { name: 'Zoë', size: 3 } })
      expect(await store.getWithMetadata('key')).toMatchObject({
        data: 'one',
        metadata: { name: 'Zoë', size: 3 },
      })
      expect((await store.getMetadata('key'))?.metadata).toEqual({ name: 'Zoë', size: 3 })
      await store.set('key', 'two')
      expect((await store.getMetadata('key'))?.metadata).toEqual({})
    },
  },
  {
    promise: 'a read, a metadata read and a list give the etag of the last write',
    stock: 'only a list gives the etag',
    async run(store) {
      await store.set('key', 'one')
      const { etag } = await store.set('key', 'two')
      expect(etag).toMatch(/^"[^"]+"$/)
      expect((await store.list()).blobs).toEqual([{ key: 'key', etag }])
      expect(await store.getWithMetadata('key')).toMatchObject({ etag })
      expect(await store.getMetadata('key')).toMatchObject({ etag })
    },
  },
  {
    promise: 'every write gets a new etag, even for the same bytes',
    stockAtTimes: 'two writes within a millisecond have the same etag',
    async run(store) {
      const etags = new Set<string | undefined>()
      for (const round of numbers(60)) {
        if (round % 20 === 0) await store.delete('key')
        etags.add((await store.set('key', 'the same')).etag)
      }
      expect(etags.size).toBe(60)
    },
  },
  {
    promise: 'a read with the current etag sends no data',
    stock: 'sends the data each time',
    async run(store) {
      const { etag = '' } = await store.set('key', 'value', { metadata: { a: 1 } })
      const known = await store.getWithMetadata('key', { etag })
      expect(known).toEqual({ data: null, etag, metadata: { a: 1 } })
      await store.set('key', 'newer')
      expect(await store.getWithMetadata('key', { etag })).toMatchObject({ data: 'newer' })
    },
  },
  {
    promise: 'a removed blob is gone, and a second removal does no harm',
    async run(store) {
      await store.set('key', 'value')
      await store.delete('key')
      await store.delete('key')
      expect(await store.get('key')).toBeNull()
      expect(await store.getMetadata('key')).toBeNull()
      expect(keysOf(await store.list())).toEqual([])
    },
  },
  {
    promise: 'a key and keys below it exist side by side',
    stock: 'a key is a file, so it can’t be a folder',
    async run(store) {
      await store.set('a', 'one')
      await store.set('a/b', 'two')
      await store.set('a/b/c', 'three')
      await store.delete('a/b')
      expect(await store.get('a')).toBe('one')
      expect(await store.get('a/b')).toBeNull()
      expect(await store.get('a/b/c')).toBe('three')
    },
  },
  {
    promise: 'a list gives each key exactly as written',
    stock: 'lists the URL-encoded key',
    async run(store) {
      const keys = ['a b', 'a+b&c=d', 'ünï/🎈', '"quotes"', 'a//b']
      for (const key of keys) await store.set(key, key)
      expect(keysOf(await store.list()).toSorted()).toEqual(keys.toSorted())
      for (const key of keys) expect(await store.get(key)).toBe(key)
    },
  },
]
