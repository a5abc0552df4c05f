import { getDeployStore, getStore, listStores } from '@netlify/blobs'
import type { Store } from '@netlify/blobs'
import { expect } from 'vitest'
import { keysOf, numbers } from './case.ts'
import type { Case } from './case.ts'

const fill = (store: Store, keys: string[]) => Promise.all(keys.map((key) => store.set(key, key)))

/** Promises about lists, clearing, and other addresses of a store. */
export const storeCases: Case[] = [
  {
    promise: 'a list has exactly the keys with the prefix',
    stock: 'lists keys that are shorter than the prefix too',
    async run(store) {
      await fill(store, ['le', 'leac', 'lead-a', 'lead/a', 'leae', 'x/lead'])
      expect(keysOf(await store.list()).length).toBe(6)
      expect(keysOf(await store.list({ prefix: 'lead' })).toSorted()).toEqual(['lead-a', 'lead/a'])
      expect(keysOf(await store.list({ prefix: 'lead/' }))).toEqual(['lead/a'])
      expect(keysOf(await store.list({ prefix: 'none' }))).toEqual([])
    },
  },
  {
    promise: 'a prefix may end in any character',
    stock: 'lists the URL-encoded key',
    async run(store) {
      const last = '\u{10FFFF}'
      await fill(store, ['é', 'é/a', `é${last}`, `é${last}${last}b`, 'ê', 'e', last])
      const below = async (prefix: string) => keysOf(await store.list({ prefix })).toSorted()
      expect(await below('é')).toEqual(['é', 'é/a', `é${last}`, `é${last}${last}b`])
      expect(await below(`é${last}`)).toEqual([`é${last}`, `é${last}${last}b`])
      expect(await below(last)).toEqual([last])
    },
  },
  {
    promise: 'a list sorts keys by code points',
    stock: 'sorts each folder separately',
    async run(store) {
      await fill(store, ['b/1', 'b-1', 'B', 'a/2', 'a/10'])
      expect(keysOf(await store.list())).toEqual(['B', 'a/10', 'a/2', 'b-1', 'b/1'])
    },
  },
  {
    promise: 'a long list comes in pages, with each key once',
    stock: 'has one page only',
    async run(store) {
      const keys = numbers(40).map((number) => `${number % 4}/${number + 100}`)
      await fill(store, keys)
      const pages: string[][] = []
      for await (const page of store.list({ paginate: true })) pages.push(keysOf(page))
      expect(pages.length).toBeGreaterThan(1)
      expect(pages.flat()).toEqual(keys.toSorted())
      expect(keysOf(await store.list({ prefix: '3/' })).length).toBe(10)
    },
  },
  {
    promise: 'a list with directories shows a folder instead of the keys below it',
    async run(store) {
      await fill(store, ['cats/1', 'cats/tom/1', 'dogs/1', 'dogs/2', 'readme'])
      const top = await store.list({ directories: true })
      expect(top.directories.toSorted()).toEqual(['cats', 'dogs'])
      expect(keysOf(top)).toEqual(['readme'])
      const cats = await store.list({ directories: true, prefix: 'cats/' })
      expect(cats.directories).toEqual(['cats/tom'])
      expect(keysOf(cats)).toEqual(['cats/1'])
    },
  },
  {
    promise: 'many folders come in pages, with each folder once',
    stock: 'a key is a file, so it can’t be a folder',
    async run(store) {
      const folders = numbers(20).map((number) => `${number + 10}`)
      await fill(store, [
        ...folders.flatMap((folder) => [`${folder}/a`, `${folder}/b`, `${folder}/c/d`]),
        ...folders.filter((_, index) => index % 3 === 0),
      ])
      const { directories, blobs } = await store.list({ directories: true })
      expect(directories).toEqual(folders)
      expect(keysOf({ blobs })).toEqual(folders.filter((_, index) => index % 3 === 0))
    },
  },
  {
    promise: 'a list during writes has every key that exists all the time',
    stockAtTimes: 'misses keys that change while it walks the folders',
    async run(store) {
      const lasting = numbers(40).map((number) => `key/${number + 100}`)
      await fill(store, lasting)
      let writing = true
      const writer = async (name: string) => {
        for (let round = 0; writing; round += 1) {
          const lastingKey = lasting[round % lasting.length] ?? ''
          const passing = `key/${(round % 40) + 100}${name}`
          await Promise.all([store.set(lastingKey, `${round}`), store.set(passing, '')])
          await store.delete(passing)
        }
      }
      const writers = ['a', 'b'].map(writer)
      try {
        for (const round of numbers(20)) {
          const keys = keysOf(await store.list({ prefix: 'key/' }))
          const found = keys.filter((key) => lasting.includes(key))
          expect(found, `list ${round}`).toEqual(lasting)
        }
      } finally {
        writing = false
        await Promise.all(writers)
      }
    },
  },
  {
    promise: 'clearing a store removes its blobs and no others',
    async run(store, access, name) {
      const neighbour = getStore({ ...access, name: `${name}0`, consistency: 'strong' })
      await fill(
        store,
        numbers(20).map((number) => `${number}`),
      )
      await neighbour.set('key', 'value')
      expect(await store.deleteAll()).toEqual({ deletedBlobs: 20 })
      expect(await store.deleteAll()).toEqual({ deletedBlobs: 0 })
      expect(keysOf(await store.list())).toEqual([])
      expect(await neighbour.get('key')).toBe('value')
    },
  },
  {
    promise: 'listStores lists the stores with blobs by name',
    async run(store, access, name) {
      for (const number of numbers(9)) {
        const other = getStore({ ...access, name: `${name}-${number}` })
        await fill(other, ['a', 'b/c'])
      }
      await store.set('key', '')
      const { stores } = await listStores(access)
      const own = stores.filter((store) => store.startsWith(name)).toSorted()
      expect(own).toEqual([name, ...numbers(9).map((number) => `${name}-${number}`)])
    },
  },
  {
    promise: 'a region in the address makes no difference',
    async run(store, access, name) {
      const regional = getStore({ ...access, name, region: 'us-east-2', consistency: 'strong' })
      await regional.set('key', 'value')
      expect(await store.get('key')).toBe('value')
      expect(keysOf(await regional.list())).toEqual(['key'])
    },
  },
  {
    promise: 'a deploy’s store is separate from the site’s store',
    async run(store, access, name) {
      const region = 'us-east-1'
      const deploy = getDeployStore({
        ...access,
        name,
        region,
        deployID: 'a1',
        consistency: 'strong',
      })
      await deploy.set('key', 'deploy')
      await store.set('key', 'site')
      expect(await deploy.get('key')).toBe('deploy')
      expect(await store.get('key')).toBe('site')
    },
  },
  {
    promise: 'every request with a wrong token is refused',
    async run(store, access, name) {
      await store.set('key', 'value')
      const stranger = getStore({ ...access, name, token: 'wrong', consistency: 'strong' })
      await expect(stranger.get('key')).rejects.toThrow('403')
      await expect(stranger.set('key', 'other')).rejects.toThrow('403')
      await expect(stranger.delete('key')).rejects.toThrow('403')
      await expect(stranger.list()).rejects.toThrow('403')
      await expect(stranger.deleteAll()).rejects.toThrow('403')
      expect(await store.get('key')).toBe('value')
    },
  },
]
