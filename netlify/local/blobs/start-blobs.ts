import { randomBytes } from 'node:crypto'
import { blobTable } from './blob-table.ts'
import { openDatabase } from './database.ts'
import { checkpointer } from './checkpointer.ts'
import { blobHandler } from './handler.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { listen } from './listener.ts'
import type { Listener } from './listener.ts'
import { groupCommit } from './group-commit.ts'

/** A running store. */
export type Blobs = Awaited<ReturnType<typeof startBlobs>>
type BlobsOptions = {
  /** The data file, made on first use. `:memory:` keeps nothing. */
  file: string
  /** Listens here on 127.0.0.1; 0 takes any free port. Without it there is only `fetch`. */
  port?: number
  /** How many entries one page of a listing has. */
  pageSize?: number
}

/** Resolves nowhere: what misses the in-process `fetch` fails instead of going astray. */
const NOWHERE = 'http://blobs.invalid'
const SITE_ID = 'local'

/** Starts a store for one machine that `@netlify/blobs` takes for Netlify's own. */
export async function startBlobs({ file, port, pageSize = 1_000 }: BlobsOptions) {
  const database = openDatabase(file)
  const log = checkpointer(database)
  log.checkpoint()
  const commits = groupCommit(database)
  const token = randomBytes(32).toString('base64url')
  const access = { siteID: SITE_ID, token, pageSize }
  const handle = blobHandler(blobTable(database, log.schedule), commits, access)

  let listener: Listener | undefined
  try {
    if (port !== undefined) listener = await listen(port, handle)
  } catch (error) {
    database.close()
    throw error
  }
  const url = listener?.url ?? NOWHERE
  const edge = { edgeURL: url, uncachedEdgeURL: url, primaryRegion: 'us-east-1' }

  async function shutDown() {
    await listener?.close()
    await commits.run(false, () => undefined)
    try {
      log.checkpoint()
    } finally {
      log.cancel()
      database.close()
    }
  }
  let closed: Promise<void> | undefined

  return {
    url,
    /** The value of NETLIFY_BLOBS_CONTEXT. The token is new each time. */
    context: Buffer.from(JSON.stringify({ ...edge, siteID: SITE_ID, token })).toString('base64'),
    /** Give it to `getStore` in the same process: answers for `url` without a connection. */
    fetch: inProcessFetch(url, handle),
    /** Takes what was removed out of the files now, not within a second. */
    checkpoint: log.checkpoint,
    /** Answers what has been asked, then closes the data file. */
    close: () => (closed ??= shutDown()),
  }
}
