import { studio } from '../data/studio.ts'

/** Everything may be read but the admin area; the sitemap lists what there is. */
export const GET = () =>
  new Response(
    ['User-agent: *', 'Disallow: /admin', '', `Sitemap: ${studio.host}/sitemap-index.xml`, ''].join(
      '\n',
    ),
  )
