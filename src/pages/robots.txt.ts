import { studio } from '../data/studio.ts'

/** Allows everything except the admin area, and names the sitemap. */
export const GET = () =>
  new Response(
    ['User-agent: *', 'Disallow: /admin', '', `Sitemap: ${studio.host}/sitemap-index.xml`, ''].join(
      '\n',
    ),
  )
