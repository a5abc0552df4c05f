import type { APIRequestContext } from 'playwright/test'

/** Every public page of the sitemap, and the page for unknown addresses. */
export async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap-0.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)]
  return [...listed.map(([, path]) => path || '/'), '/no-such-page']
}
