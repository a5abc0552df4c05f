import type { Config, Context } from '@netlify/functions'
import { withRequestContext } from '#server/storage/budget.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'

/** Nobody waits for it, and the platform ends it after 30 s (Netlify). */
const STORAGE_MS = 28_000

/** Called by the clock alone: it has no address. */
export default async (_: Request, context: Context) => {
  // The type promises one; a caller that is not Netlify may leave it out.
  const deploy = context.deploy as Context['deploy'] | undefined
  const run = () => runHousekeeping()
  const report = await withRequestContext(deploy?.context, run, STORAGE_MS, { spare: Infinity })
  console.info(`Housekeeping: ${JSON.stringify(report)}`)
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '*/5 * * * *' }
