import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contact } from '#forms/contact.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { startSite } from '#local/server.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { offeredLists } from '#server/submissions/offered.ts'
import { buildSite } from '../../build.ts'
import { openDrawingBrowser } from '../../site/drawing-browser.ts'
import { useBenchAdmin } from './admin.ts'
import { fill } from '../messages.ts'
import { slowStorage } from './slow-storage.ts'

/** The built site with `size` messages, in this process, and a browser in front of it. */
export async function openBenchDashboard(size: number) {
  await buildSite()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const admin = await useBenchAdmin()
  const blobs = await startBlobs({ file: join(folder, 'blobs.sqlite') })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  const storage = slowStorage(blobs.fetch)
  await fill(collectionOf(contact, {}), size)
  // Whoever looks at a list for the first time in its life makes its rows.
  for (const one of await offeredLists()) await fold(one)
  // As in a new instance of the functions.
  forgetAll()
  const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
  const browser = await openDrawingBrowser()
  const page = await browser.newPage({ baseURL: site.url, viewport: { width: 1440, height: 900 } })
  return {
    page,
    site,
    admin,
    storage,
    close: async () => {
      await browser.close()
      await site.close()
      await blobs.close()
      await rm(folder, { recursive: true })
    },
  }
}
