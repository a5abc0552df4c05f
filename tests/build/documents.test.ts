import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from '../../rooms.ts'
import { documents, missingIn } from './named-in.ts'

test.each(documents)('%s names only files, links and commands that exist', async (document) => {
  expect(missingIn(await readFile(document, 'utf8'), document)).toEqual([])
})

const wrong = [
  ['`src/forms/nowhere.ts`', 'src/forms/nowhere.ts'],
  ['a folder in `src/nowhere/`', 'src/nowhere'],
  ['the end of a path, `spam/kv.ts`', 'spam/kv.ts'],
  ['    5  netlify/functions/nowhere.ts   guards', 'netlify/functions/nowhere.ts'],
  ["```ts\nimport { form } from '../forms/nowhere.ts'\n```", 'forms/nowhere.ts'],
  ['<img src="docs/pictures/nowhere.webp">', 'docs/pictures/nowhere.webp'],
  ['[a link](docs/nowhere)', 'docs/nowhere'],
  ['[a heading](docs/editing.md#nowhere)', 'docs/editing.md#nowhere'],
  ['[one of this document](#nowhere)', '#nowhere'],
  ['`npm run nothing -- --fix`', 'npm run nothing'],
] as const

test.each(wrong)('a missing name is found: %s', (markdown, missing) => {
  expect(missingIn(markdown)).toEqual([missing])
})

test('existing names and placeholders are not missing', () => {
  const right =
    '`kv.ts`, `storage/kv.ts`, `src/forms/<name>.ts`, [why](docs/decisions), `npm run e2e`'
  expect(missingIn(right)).toEqual([])
})

test('the list of decisions has every record with its own title', async () => {
  const folder = 'docs/decisions'
  const files = (await readdir(folder)).filter((file) => /^\d{4}-/.test(file)).sort()
  const titles = files.map(async (file) => {
    const [title = ''] = (await readFile(`${folder}/${file}`, 'utf8')).split('\n')
    return `[${title.replace(/^# /, '')}](${file})`
  })
  const list = await readFile(`${folder}/README.md`, 'utf8')
  expect(list.match(/\[\d+\. .*?\]\(\d{4}-[\w-]+\.md\)/g)).toEqual(await Promise.all(titles))
})

test('the README describes the rooms as rooms.ts does', async () => {
  const readme = await readFile('README.md', 'utf8')
  const said = [...readme.matchAll(/^ {4}(\S+)\/ {2,}(\S.*)$/gm)]
  const rows = said.map(([, room, holds]) => [room, holds])
  const isDashboard = (room: string) => room.startsWith('src/admin/')
  const others = Object.entries(rooms).filter(([room]) => !isDashboard(room))
  expect(rows).toEqual(expect.arrayContaining(others.map(([room, { holds }]) => [room, holds])))
  // The README lists the dashboard's rooms together, without descriptions.
  const together = Object.keys(rooms)
    .filter(isDashboard)
    .map((room) => basename(room))
  expect(readme.replaceAll(/\s+/g, ' ')).toContain(`rooms: ${together.join(', ')}.`)
})
