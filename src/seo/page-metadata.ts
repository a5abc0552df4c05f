/** What a page tells browsers, search engines and link previews about itself. */
export type PageMetadata = {
  /** Without the studio's name: the head adds it, unless the title already begins with it. */
  title: string
  /** One or two sentences, also used for link previews. */
  description: string
  /** The page's Open Graph type. */
  type?: 'website' | 'article'
  keywords?: string[] | undefined
  /** ISO dates of an article. */
  published?: string
  modified?: string
  /** The page's own structured data. The studio and the breadcrumbs are added. */
  structuredData?: Record<string, unknown> | undefined
  /** The address of this page's feed. */
  feed?: string
  /** Keeps the page out of search engines. */
  noindex?: boolean
}

/** The size of the picture in a link preview: what readers of Open Graph expect. */
export const PICTURE_PX = { width: 1_200, height: 630 }

/** A page's path, such as `/about`, whether the page is built as about.html or served as /about. */
export const pathOf = (url: URL) => url.pathname.replace(/(\/index)?(\.html)?\/?$/, '') || '/'
