import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { contact } from '#forms/contact.ts'
import { startSite } from '#local/server.ts'
import { buildSite } from '../build.ts'
import { type LocalAdmin, setUpAdmin } from '../site/local-admin.ts'
import { openStore } from '../site/open-store.ts'
import { sendForm } from '../site/send-form.ts'
import { withoutSettings } from '../setup/settings.ts'
import { letters } from './letters.ts'

/** A running site, where the letters have arrived. */
export type VisitedSite = {
  url: string
  admin: LocalAdmin
  /** Stops it and throws its data away. */
  close: () => Promise<void>
}

/**
 * Builds the site if needed, starts it on a free port with data of its own, and sends it the letters.
 * From then on this process's clock stands where the last one arrived: the pictures are the same on
 * any day.
 */
export async function startVisitedSite(): Promise<VisitedSite> {
  Object.assign(process.env, withoutSettings())
  await buildSite()
  const dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  const admin = await setUpAdmin(dataDir)
  if (!admin) throw new Error('No settings are read here, and still there is an admin of theirs.')
  const closeStore = await openStore(dataDir)
  const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })

  mock.timers.enable({ apis: ['Date'] })
  for (const { at, ...typed } of letters) {
    mock.timers.setTime(Date.parse(at))
    await sendForm(site.url, contact, typed)
  }
  return {
    url: site.url,
    admin,
    async close() {
      await site.close()
      await closeStore()
      await rm(dataDir, { recursive: true })
    },
  }
}
