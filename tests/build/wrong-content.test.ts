import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { describe, expect, test } from 'vitest'

/** The part of Astro's configuration that reading the content needs. */
const CONFIG = `import mdx from '@astrojs/mdx'
export default { integrations: [mdx()], vite: { cacheDir: '.vite' } }
`

type Change = { file: string; from: RegExp; to: string }

/** Reads the site's content with one file changed, and returns the output. */
async function readContent(change: Change) {
  const root = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await copySite(root)
    await makeChange(root, change)
    return await sync(root)
  } finally {
    await rm(root, { recursive: true })
  }
}

/** Copies the files that reading the content needs. */
async function copySite(root: string) {
  await mkdir(join(root, 'src/pages'), { recursive: true })
  const folders = [
    'content',
    'src/schemas',
    'src/articles',
    'src/data',
    'src/publication',
    'src/promises',
    'src/text',
    'src/forms',
  ]
  for (const part of ['src/content.config.ts', ...folders]) {
    await cp(part, join(root, part), { recursive: true })
  }
  for (const part of ['public', 'node_modules', 'package.json']) {
    await symlink(resolve(part), join(root, part))
  }
  await writeFile(join(root, 'astro.config.mjs'), CONFIG)
}

async function makeChange(root: string, { file, from, to }: Change) {
  const before = await readFile(join(root, file), 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file} says ${from}`).not.toBe(before)
  await writeFile(join(root, file), after)
}

type Said = { stopped: boolean; text: string }

const sync = (root: string) =>
  new Promise<Said>((answer) => {
    const command = [resolve('node_modules/astro/bin/astro.mjs'), 'sync']
    const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) => {
      // Astro prints code between ** and backquotes.
      const text = stripVTControlCharacters(stdout + stderr).replaceAll(/\*\*|`|\\/g, '')
      answer({ stopped: error !== null, text })
    })
  })

/** A mistake in a file of each collection, with the expected message. */
const slips: Record<string, Change & { says: string }> = {
  studio: {
    file: 'content/studio.yaml',
    from: /sprintWeeks: 12/,
    to: 'sprintWeeks: twelve',
    says: '“model”, “sprintWeeks” is “twelve”; it must be a number',
  },
  promises: {
    file: 'content/studio.yaml',
    from: /investorReply: .*/,
    to: 'investorReply: two days',
    says: '“promises”, “investorReply” is “two days”; it must be hours or business days, such as “24 hours” or “two business days”',
  },
  timeZone: {
    file: 'content/studio.yaml',
    from: /timeZone: .*/,
    to: 'timeZone: India',
    says: '“timeZone” is “India”; it must be a time zone, such as Asia/Kolkata',
  },
  security: {
    file: 'content/studio.yaml',
    from: /reportsUntil: .*/,
    to: 'reportsUntil: 2026-01-31',
    says: '“security”, “reportsUntil” is the date 2026-01-31; it has passed; look at /.well-known/security.txt, then name a day within a year',
  },
  ventures: {
    file: 'content/ventures/dhvani.yaml',
    from: /stage: Seed/,
    to: 'stage: Sold',
    says: '“stage” is “Sold”; it must be Pre-Seed, Seed or Series A',
  },
  roles: {
    file: 'content/roles/chief-revenue-officer.yaml',
    from: /slug: .*/,
    to: 'slug: Chief Revenue Officer',
    says: '“slug” is “Chief Revenue Officer”; it must be small letters with hyphens between',
  },
  faqs: {
    file: 'content/faqs/what-it-costs.yaml',
    from: /founder\?/,
    to: 'founder',
    says: '“question” is “What does it cost a founder”; it must end with a question mark',
  },
  'a draft': {
    file: 'content/roles/entrepreneur-in-residence.yaml',
    from: /^type: .*/m,
    to: "draft: true\nopens: soon\ntype: ''",
    says: '“type” is empty; it must not be empty; “opens” is “soon”; it must be a day such as 2026-12-04',
  },
  'a last day': {
    file: 'content/roles/entrepreneur-in-residence.yaml',
    from: /^type:/m,
    to: 'opens: 2026-12-04\ncloses: 2026-12-03\ntype:',
    says: '“closes” is the date 2026-12-03; it must not be before “opens”',
  },
  apps: {
    file: 'content/apps/calmist.yaml',
    from: /calmist\/today/,
    to: 'calmist/tomorrow',
    says: '“hero”, “screens”, number 1 is “calmist/tomorrow”; it must be a screen that is drawn, and there is no public/screens/calmist/tomorrow-720.avif',
  },
  legal: {
    file: 'content/legal/terms.mdx',
    from: /^title: .*/m,
    to: "title: ''",
    says: '“title” is empty; it must not be empty',
  },
  featuredVenture: {
    file: 'content/featured-venture.yaml',
    from: /image: .*/,
    to: 'image: /plates/nobody.svg',
    says: '“image” is “/plates/nobody.svg”; it names public/plates/nobody.svg, which is not there',
  },
}

describe.concurrent('wrong content', { timeout: 120_000 }, () => {
  test.each(Object.entries(slips))('stops the build: %s', async (_, { says, ...change }) => {
    const { stopped, text } = await readContent(change)
    expect(text).toContain(`${change.file}: ${says}`)
    expect(stopped).toBe(true)
  })

  test.each([
    ['content/ventures/axel-ai.yaml', /content\/ventures\/axel-ai\.yaml: line \d+ is no YAML: /],
    ['content/featured-venture.yaml', /content\/featured-venture\.yaml: line \d+ is no YAML: /],
  ])('stops the build if it is invalid YAML: %s', async (file, said) => {
    const { stopped, text } = await readContent({ file, from: /name: /, to: 'name: "' })
    expect(text).toMatch(said)
    expect(stopped).toBe(true)
  })

  test('is skipped and named if it is an article', async () => {
    const file = 'content/articles/what-a-25k-cheque-is-for.md'
    const { stopped, text } = await readContent({ file, from: /^date: .*/m, to: 'date: soon' })
    expect(text).toContain(`${file} is skipped: “date” is “soon”; it must be a day such as`)
    expect(stopped).toBe(false)
  })
})
