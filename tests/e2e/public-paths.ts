import type { APIRequestContext } from 'playwright/test'
import { shareOf } from '../runs.ts'

/** Every public page of the sitemap, and the page for unknown addresses. */
export async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap-0.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)]
  return [...listed.map(([, path]) => path || '/'), '/no-such-page']
}

/**
 * A page of each kind. Ventures, roles and articles share a layout each, so one of them stands for
 * the others: another one each day.
 */
export const oneOfEachKind = (paths: readonly string[]): string[] =>
  [...Map.groupBy(paths, kindOf).values()].flatMap((alike) => shareOf(alike, alike.length))

/** The folder of a page; a page at the top is a kind of its own. */
function kindOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return folder === '/' ? path : folder
}
