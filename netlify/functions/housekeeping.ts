import type { Config, Context } from '@netlify/functions'
import { withRequestContext } from '#server/storage/request-context.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'

/** Netlify ends a scheduled function after 30 s. */
const LIMITS = { storageMs: 28_000, spare: Infinity }

/** Only Netlify's clock calls it: the function has no address. */
export default async (_: Request, context: Context) => {
  // The type promises one; a caller that is not Netlify may leave it out.
  const deploy = context.deploy as Context['deploy'] | undefined
  const report = await withRequestContext(deploy?.context, runHousekeeping, LIMITS)
  console.info(`Housekeeping: ${JSON.stringify(report)}`)
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '*/5 * * * *' }
