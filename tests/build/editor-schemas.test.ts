import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'
import { LIST } from '../../src/build/to-confirm.ts'
import { schemaFiles } from '../../src/schemas/for-editors.ts'

type JsonSchema = {
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  prefixItems?: JsonSchema[]
}

const files = schemaFiles()

type Keys = { properties: object }

test('the guide explains every key of an article', () => {
  const { properties } = JSON.parse(files.get('articles/article.json') ?? '') as Keys
  const guide = readFileSync('docs/editing.md', 'utf8')
  const explained = [...guide.matchAll(/^\| `(\w+)` /gm)].map(([, key]) => key)
  expect(explained).toEqual(expect.arrayContaining(Object.keys(properties)))
})

test('the guide explains every group of the studio’s file', () => {
  const { properties } = JSON.parse(files.get('studio.json') ?? '') as {
    properties: { studio: Keys }
  }
  const guide = readFileSync('docs/editing.md', 'utf8')
  const missing = Object.keys(properties.studio.properties).filter(
    (key) => !guide.includes(`\`${key}\``),
  )
  expect(missing).toEqual([])
})

test('the schemas for editors are those of the code', () => {
  const written = globSync('content/.schemas/**/*.json').map((file) => [
    file.slice('content/.schemas/'.length),
    readFileSync(file, 'utf8'),
  ])
  // A build writes them: commit what it wrote.
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(files))
})

test('each content file names its schema in the first line of its keys', () => {
  const contents = globSync('content/**/*.{yaml,md,mdx}').filter((file) => file !== LIST)
  expect(contents.length).toBeGreaterThan(45)
  for (const file of contents) {
    const [, schema = ''] =
      /^(?:---\n)?# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(file, 'utf8')) ?? []
    const named = join(dirname(file), schema).replace('content/.schemas/', '')
    expect([...files.keys()], file).toContain(named)
  }
})

/** The keys of a schema that hold a value, and no group of keys, without a description. */
function unexplained(
  { properties = {}, items, prefixItems = [] }: JsonSchema,
  path: string,
): string[] {
  const ofKeys = Object.entries(properties).flatMap(([key, one]) => {
    const isGroup = one.properties ?? one.items?.properties ?? one.prefixItems
    const own = one.description || isGroup ? [] : [`${path} › ${key}`]
    return [...own, ...unexplained(one, `${path} › ${key}`)]
  })
  const ofItems = [...(items ? [items] : []), ...prefixItems]
  return [...ofKeys, ...ofItems.flatMap((one) => unexplained(one, path))]
}

test('every key is explained to an editor', () => {
  const found = [...files].flatMap(([file, text]) =>
    unexplained(JSON.parse(text) as JsonSchema, file),
  )
  expect(found).toEqual([])
})
