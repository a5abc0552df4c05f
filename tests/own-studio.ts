import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** What the functions read of content/studio.yaml. */
export const ownStudio = {
  name: 'Own Studio',
  host: 'https://studio.test',
  email: 'hello@studio.test',
  address: { countryCode: 'IN' },
  timeZone: 'Asia/Kolkata',
  promises: {
    contactReply: '24 hours',
    investorReply: 'two business days',
    eirReply: 'five business days',
  },
  legal: { heldDays: 90 },
  security: { hsts: { subdomains: true, preload: false } },
}

/** Puts this studio in place of content/studio.yaml for a test file: an editor may change that one. */
export function useOwnStudio() {
  const home = process.cwd()
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-'))
    await cp('content', join(folder, 'content'), { recursive: true })
    // JSON is YAML, too.
    await writeFile(join(folder, 'content/studio.yaml'), JSON.stringify({ studio: ownStudio }))
    process.chdir(folder)
  })
  afterAll(async () => {
    process.chdir(home)
    await rm(folder, { recursive: true, force: true })
  })
}
