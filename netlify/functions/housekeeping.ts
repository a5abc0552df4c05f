import type { Config, Context } from '@netlify/functions'
import { withRequestContext } from '#server/storage/request-context.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'

/** Netlify ends a scheduled function after 30 s. */
const STORAGE_MS = 28_000

/** Only Netlify's clock calls it: the function has no address. */
export default async (_: Request, context: Context) => {
  // The type promises one; a caller that is not Netlify may leave it out.
  const deploy = context.deploy as Context['deploy'] | undefined
  const spare = { spare: Infinity }
  const report = await withRequestContext(deploy?.context, runHousekeeping, STORAGE_MS, spare)
  console.info(`Housekeeping: ${JSON.stringify(report)}`)
  return new Response(null, { status: 204 })
}

export const config: Config = { schedule: '*/5 * * * *' }
