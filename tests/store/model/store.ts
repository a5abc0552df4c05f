import { afterAll, beforeAll } from 'vitest'
import { startBlobs, type Blobs } from '#local/blobs/start-blobs.ts'
import { readStudio } from '#server/content/studio.ts'
import { play, type Schedule } from './world.ts'

/** How many keys one page of a listing has: few, so that others come between two pages. */
const PAGE = 4

/** Opens a real store for the test file that calls this, and plays schedules in it. */
export function useWorld(): (schedule: Schedule) => ReturnType<typeof play> {
  let blobs: Blobs
  beforeAll(async () => {
    blobs = await startBlobs({ file: ':memory:', pageSize: PAGE })
    process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
    // A list needs it, and a file is no request that the scheduler could wait for.
    await readStudio()
  })
  afterAll(() => blobs.close())
  return (schedule) => play(blobs.fetch, schedule)
}
