import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { ESLint } from 'eslint'
import { expect, onTestFinished, test } from 'vitest'
import rules from '../../.dependency-cruiser.js'
import { rooms } from '../../rooms.ts'

const names = Object.keys(rooms)

/** Checks files in a temporary folder, by path, and returns the violations. */
async function violationsIn(files: Record<string, string>): Promise<string[]> {
  const house = await mkdtemp(join(tmpdir(), 'rooms-'))
  onTestFinished(() => rm(house, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true })
    await writeFile(join(house, path), text)
  }
  const { forbidden, options } = rules
  const { tsPreCompilationDeps } = options
  const result = await cruise(['.'], {
    baseDir: house,
    validate: true,
    ruleSet: { forbidden },
    tsPreCompilationDeps,
  })
  const { summary } = result.output as ICruiseResult
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} > ${to}`).sort()
}

const importOf = (from: string, to: string) =>
  `import { room as ${to.replaceAll(/\W/g, '_')} } from './${relative(dirname(from), to)}'\n`

test('every import that rooms.ts does not allow is refused, and all others pass', async () => {
  const files: Record<string, string> = {}
  for (const room of names) files[`${room}/room.ts`] = 'export const room = 1\n'
  const wanted: string[] = []
  for (const from of names) {
    const path = `${from}/planted.ts`
    files[path] = names.map((to) => importOf(path, `${to}/room.ts`)).join('')
    const mayNot = names.filter((to) => to !== from && !rooms[from]?.imports.includes(to))
    wanted.push(...mayNot.map((to) => `${from}: ${path} > ${to}/room.ts`))
  }
  expect(await violationsIn(files)).toEqual(wanted.sort())
})

test('an import cycle is refused in rooms and scripts, also for types', async () => {
  const found = await violationsIn({
    'src/text/one.ts': "import { b } from './two.ts'\nexport const a = b\n",
    'src/text/two.ts': "import { a } from './one.ts'\nexport const b = a\n",
    'scripts/one.ts': "import type { B } from './two.ts'\nexport type A = B\n",
    'scripts/two.ts': "import type { A } from './one.ts'\nexport type B = A\n",
  })
  expect(found).toEqual([
    'no circle: scripts/one.ts > scripts/two.ts',
    'no circle: src/text/one.ts > src/text/two.ts',
  ])
})

test('pages, scripts and tests cannot be imported from other folders', async () => {
  const found = await violationsIn({
    'src/pages/_home/words.ts': 'export const a = 1\n',
    'scripts/build.ts': 'export const a = 1\n',
    'tests/api/studio.ts': 'export const a = 1\n',
    'src/pages/index.ts': "import { a } from './_home/words.ts'\nexport const b = a\n",
    'src/text/one.ts': "export { a } from '../pages/_home/words.ts'\n",
    'src/text/two.ts': "export { a } from '../../scripts/build.ts'\n",
    'netlify/server/http/one.ts': "export { a } from '../../../tests/api/studio.ts'\n",
  })
  expect(found.map((one) => one.replace(/^.*: /, '')).sort()).toEqual([
    'netlify/server/http/one.ts > tests/api/studio.ts',
    'src/text/one.ts > src/pages/_home/words.ts',
    'src/text/two.ts > scripts/build.ts',
  ])
})

const misplaced = [
  ['src/forms/contact.ts', "import 'react'"],
  ['src/forms/answer.ts', "import 'zod/mini'"],
  ['src/forms/judging/judge.ts', "import 'node:fs'"],
  ['src/islands/Nav.tsx', "import 'node:fs'"],
  ['src/admin/api/failure.ts', "import 'zod'"],
  ['src/interaction/touched.ts', "import 'zod'"],
  ['netlify/server/collections/collection.ts', "import '@netlify/blobs'"],
  ['netlify/functions/forms.ts', "import '@netlify/blobs'"],
  ['src/text/numbers.ts', "import '..'"],
  ['src/components/Logo.astro', "---\nimport '#server/storage/kv.ts'\n---\n"],
  ['src/components/Logo.astro', "---\nimport '../pages/index.astro'\n---\n"],
] as const

// No rule about imports needs types, which take long to compute.
const withoutTypes = {
  files: ['**/*.{ts,tsx}'],
  languageOptions: { parserOptions: { projectService: false } },
}
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports',
  overrideConfig: [withoutTypes],
})

test.each(misplaced)('%s must not import this: %s', async (filePath, text) => {
  const [result] = await eslint.lintText(`${text}\n`, { filePath })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-imports'])
})

test('the scripts of pages are linted', async () => {
  const text = '<script>\n  if (location.hash == null) stop()\n</script>\n'
  const all = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === 'eqeqeq' })
  const [result] = await all.lintText(text, { filePath: 'src/components/Logo.astro' })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['eqeqeq'])
})

/** dependency-cruiser does not read Astro's files, so this test finds their cycles. */
test('no .astro file imports itself in a cycle, and no other file imports one', async () => {
  const files = (await readdir('src', { recursive: true })).map((file) => join('src', file))
  const imports = new Map<string, string[]>()
  for (const file of files.filter((one) => /\.(astro|tsx?)$/.test(one))) {
    const found = (await readFile(file, 'utf8')).matchAll(/from '(\.[^']+\.astro)'/g)
    const paths = [...found].map(([, path = '']) => join(dirname(file), path))
    if (!file.endsWith('.astro')) expect(paths, file).toEqual([])
    imports.set(file, paths)
  }
  const reach = (file: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(file) ?? []) {
      if (!seen.has(next)) reach(next, seen.add(next))
    }
    return seen
  }
  expect([...imports.keys()].filter((file) => reach(file).has(file))).toEqual([])
})

test('every source file is in a room, and a folder has at most fifteen', async () => {
  for (const root of ['src', 'netlify']) {
    const files = (await readdir(root, { recursive: true })).map((file) => join(root, file))
    const sources = files.filter((one) => /(?<!\.test|\.d)\.tsx?$/.test(one))
    const roomOf = (file: string) =>
      names.filter((room) => file.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0]
    const homeless = sources.filter((file) => !roomOf(file) && !file.startsWith('src/pages/'))
    expect(homeless).toEqual(['src/content.config.ts'].filter((file) => file.startsWith(root)))
    for (const [folder, inside] of Map.groupBy(sources, dirname)) {
      expect(inside.length, folder).toBeLessThanOrEqual(15)
    }
  }
})
