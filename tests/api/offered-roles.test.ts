import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asChoice } from '#forms/form.ts'

const ROLES = {
  open: '',
  draft: 'draft: true',
  'to-come': 'opens: 2026-12-04',
  closing: 'closes: 2026-12-03',
}
const home = process.cwd()

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'roles-'))
  await mkdir(join(folder, 'content', 'roles'), { recursive: true })
  await cp('content/studio.yaml', join(folder, 'content', 'studio.yaml'))
  for (const [slug, line] of Object.entries(ROLES)) {
    const role = `order: 1\nslug: ${slug}\ntitle: ${slug}\n${line}\n`
    await writeFile(join(folder, 'content', 'roles', `${slug}.yaml`), role)
  }
  process.chdir(folder)
})
afterEach(async () => {
  const folder = process.cwd()
  process.chdir(home)
  await rm(folder, { recursive: true })
})

/** The roles that the careers form accepts, read as a new instance of the function does. */
async function offered(): Promise<string[] | undefined> {
  vi.resetModules()
  const { withOpenChoices } = await import('#server/content/offered.ts')
  // With new modules this is another form than the one that was imported above.
  const forms = await import('#forms/careers.ts')
  const { fields } = await withOpenChoices(forms.careers)
  return fields['roleSlug']?.options?.map(asChoice).map(({ value }) => value)
}

async function built(moment: string, showsUnpublished = false) {
  vi.stubEnv('BUILD_FILE', 'build.json')
  const at = Date.parse(moment)
  await writeFile('build.json', JSON.stringify({ at, changes: [], showsUnpublished }))
}

test('the form offers what was public and open when its build was made', async () => {
  await built('2026-12-03T23:59+05:30')
  expect(await offered()).toEqual(['closing', 'open'])
  await built('2026-12-04T00:00+05:30')
  expect(await offered()).toEqual(['open', 'to-come'])
})

test('the form of a preview offers drafts and roles to come, and no closed ones', async () => {
  await built('2026-12-04T00:00+05:30', true)
  expect(await offered()).toEqual(['draft', 'open', 'to-come'])
})

test('without a build the form offers what is public and open now', async () => {
  vi.stubEnv('BUILD_FILE', 'no-such-build.json')
  vi.setSystemTime(Date.parse('2026-12-04T00:00+05:30'))
  expect(await offered()).toEqual(['open', 'to-come'])
  vi.useRealTimers()
})

test('a build that can’t be read stops the form instead of offering too much', async () => {
  vi.stubEnv('BUILD_FILE', 'build.json')
  await writeFile('build.json', '{')
  await expect(offered()).rejects.toThrow(SyntaxError)
})
