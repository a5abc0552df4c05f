import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '#local/blobs/database.ts'
import { blobTable, listPage } from '#local/blobs/table.ts'

// Few characters, so that many keys share prefixes and folders. JavaScript sorts the last three in
// another order than their code points.
const character = fc.constantFrom('a', 'b', '/', '0', '\0', '\u{FFFF}', '\u{10000}', '\u{10FFFF}')
const text = (size: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: character, ...size })
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The simplest implementation of a list. */
function expected(paths: string[], prefix: string, folders: boolean) {
  const entries = paths
    .filter((path) => path.startsWith(prefix))
    .map((path) => {
      const slash = path.indexOf('/', prefix.length)
      return folders && slash !== -1 ? `folder ${path.slice(0, slash)}` : path
    })
  return [...new Set(entries)].toSorted(byCodePoint)
}

test('the pages of a list equal the simplest list', () => {
  const keys = fc.uniqueArray(text({ minLength: 1, maxLength: 5 }), { maxLength: 30 })
  const asked = { keys, prefix: text({ maxLength: 3 }), folders: fc.boolean(), limit: fc.nat(4) }
  fc.assert(
    fc.property(fc.record(asked), ({ keys, prefix, folders, limit }) => {
      const table = blobTable(openDatabase(':memory:'), () => undefined)
      for (const key of keys) table.put(key, null, new Uint8Array())

      const found: string[] = []
      let from: string | undefined = ''
      while (from !== undefined) {
        const page = listPage(table, { prefix, from, folders, limit: limit + 1 })
        expect(page.blobs.length + page.folders.length).toBeLessThanOrEqual(limit + 1)
        found.push(...page.blobs.map(({ path }) => path))
        found.push(...page.folders.map((folder) => `folder ${folder}`))
        from = page.next
      }
      expect(found.toSorted(byCodePoint)).toEqual(expected(keys, prefix, folders))
    }),
  )
})
