import type { Venture } from '../../schemas/venture.ts'

/** A venture as a page gets it: the content of its file, and the file's name. */
export type PageVenture = Venture & { id: string }

/** A venture as the island gets it: what its card and its dialog show. */
export type PortfolioVenture = Omit<PageVenture, 'order' | 'about' | 'draft' | 'opens'> & {
  /** Its app's page, if it has one. */
  app?: string | undefined
}
