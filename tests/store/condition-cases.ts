import { expect } from 'vitest'
import { keysOf, numbers } from './case.ts'
import type { Case } from './case.ts'

/** Conditional writes. Every other promise depends on them. */
export const conditionCases: Case[] = [
  {
    promise: 'onlyIfNew writes a key once and refuses while the key exists',
    async run(store) {
      expect(await store.set('key', 'one', { onlyIfNew: true })).toMatchObject({ modified: true })
      expect(await store.set('key', 'two', { onlyIfNew: true })).toEqual({ modified: false })
      expect(await store.get('key')).toBe('one')
      await store.delete('key')
      expect(await store.set('key', 'two', { onlyIfNew: true })).toMatchObject({ modified: true })
    },
  },
  {
    promise: 'onlyIfMatch writes with the newest etag and refuses every other etag',
    stockAtTimes: 'etags of writes within a millisecond match each other',
    async run(store) {
      for (const round of numbers(30)) {
        const { etag: first = '' } = await store.set('key', `first ${round}`)
        const { etag: second = '' } = await store.set('key', `second ${round}`)
        expect(await store.set('key', 'stale', { onlyIfMatch: first })).toEqual({ modified: false })
        const third = await store.set('key', 'third', { onlyIfMatch: second })
        expect(third).toMatchObject({ modified: true })
        expect(await store.get('key')).toBe('third')
      }
    },
  },
  {
    promise: 'onlyIfMatch refuses to write a key that does not exist',
    async run(store) {
      const { etag = '' } = await store.set('key', 'one')
      await store.delete('key')
      expect(await store.set('key', 'two', { onlyIfMatch: etag })).toEqual({ modified: false })
      expect(await store.set('other', 'two', { onlyIfMatch: etag })).toEqual({ modified: false })
      expect(keysOf(await store.list())).toEqual([])
    },
  },
  {
    promise: 'one of fifty simultaneous writers of a new key succeeds',
    stock: 'checks first and writes later, so several succeed',
    async run(store) {
      for (const round of numbers(5)) {
        const writes = numbers(50).map((writer) =>
          store.set(`key ${round}`, `${writer}`, { onlyIfNew: true }),
        )
        const winners = (await Promise.all(writes)).flatMap(({ modified }, writer) =>
          modified ? [`${writer}`] : [],
        )
        expect(winners).toEqual([await store.get(`key ${round}`)])
      }
    },
  },
  {
    promise: 'compare-and-set loses no increment',
    stock: 'a read gives no etag, so every write is unconditional',
    async run(store) {
      await store.setJSON('count', 0)
      const increment = async (): Promise<void> => {
        const read = await store.getWithMetadata('count', { type: 'json' })
        const next = Number(read?.data) + 1
        const condition = { onlyIfMatch: read?.etag ?? '' }
        const { modified } = await store.setJSON('count', next, condition)
        if (!modified) await increment()
      }
      await Promise.all(
        numbers(8).map(async () => {
          for (let times = 0; times < 10; times += 1) await increment()
        }),
      )
      expect(await store.get('count', { type: 'json' })).toBe(80)
    },
  },
]
