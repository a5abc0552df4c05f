/** What a page says about itself to browsers, search engines and whoever it is shared with. */
export type PageMetadata = {
  /** Without the studio's name: it is added, unless the title already begins with it. */
  title: string
  /** One or two sentences; also the text of a shared link. */
  description: string
  /** What an article is to Open Graph. */
  type?: 'website' | 'article'
  keywords?: string[]
  /** ISO dates of an article. */
  published?: string
  modified?: string
  /** The page's own structured data; the studio and the breadcrumbs are added. */
  structuredData?: Record<string, unknown>
  /** The address of a feed that follows this page. */
  feed?: string
  /** Pages that no search engine should list. */
  noindex?: boolean
}

/** A page's path, such as `/about`, whether the page is built as about.html or served as /about. */
export const pathOf = (url: URL) => url.pathname.replace(/(\/index)?(\.html)?\/?$/, '') || '/'
