import type { Article } from '../../../schemas/article.ts'
import { studioId } from '../../../seo/structured-data.ts'
import type { Studio } from '../../../schemas/studio.ts'

/** An article for search engines (https://schema.org/BlogPosting), signed by the studio. */
export function articleData(article: Article, studio: Studio) {
  const { host } = studio
  const page = `${host}/blogs/${article.slug}`
  return {
    '@type': 'BlogPosting',
    '@id': `${page}#article`,
    headline: article.title,
    description: article.excerpt,
    // Search results do not show SVG.
    image: [`${host}/social/blogs/${article.slug}.png`, host + article.image],
    author: { '@type': 'Organization', name: studio.name, ...studioId(studio) },
    publisher: studioId(studio),
    articleSection: article.category,
    keywords: article.keywords,
    inLanguage: 'en-GB',
    datePublished: article.date,
    dateModified: article.modified,
    timeRequired: `PT${article.readingTime}M`,
    mainEntityOfPage: page,
  }
}
