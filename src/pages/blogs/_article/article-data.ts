import type { Article } from '../../../schemas/article.ts'
import type { Studio } from '../../../schemas/studio.ts'

/** What search engines read about an article (https://schema.org/Article). */
export function articleData(article: Article, { name, host }: Studio) {
  const page = `${host}/blogs/${article.slug}`
  const studio = { '@type': 'Organization', '@id': `${host}/#studio`, name, url: `${host}/` }
  return {
    '@type': 'Article',
    '@id': `${page}#article`,
    headline: article.title,
    description: article.excerpt,
    image: [host + article.image, `${host}/social/blogs/${article.slug}.png`],
    author: { '@type': 'Person', name: article.author, worksFor: studio },
    publisher: { ...studio, logo: { '@type': 'ImageObject', url: `${host}/icon-512.png` } },
    articleSection: article.category,
    keywords: article.keywords,
    datePublished: article.date,
    dateModified: article.modified,
    timeRequired: `PT${article.readingTime}M`,
    mainEntityOfPage: page,
  }
}
