import rss from '@astrojs/rss'

import { articles } from '../articles/all.ts'
import { studio } from '../data/studio.ts'
import { words } from '../data/words.ts'

const { feed } = await words('pages/blogs')
const address = `${studio.host}/rss.xml`

export const GET = () =>
  rss({
    ...feed,
    site: studio.host,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/' },
    customData: `<language>en-GB</language><atom:link href="${address}" rel="self" type="application/rss+xml"/>`,
    items: articles.map(({ title, excerpt, slug, date, category }) => ({
      title,
      description: excerpt,
      link: `${studio.host}/blogs/${slug}`,
      pubDate: new Date(date),
      categories: [category],
      customData: `<dc:creator>${studio.name}</dc:creator>`,
    })),
  })
