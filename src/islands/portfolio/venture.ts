import type { Venture } from '../../schemas/venture.ts'

/** What stands on a venture’s own page alone. */
type OnPage = 'about' | 'status' | 'founders' | 'figures'

/** A venture as the island gets it: what its card and its dialog show. */
export type PortfolioVenture = Omit<Venture, 'order' | 'draft' | 'opens' | OnPage> & {
  /** The name of its file. */
  id: string
  /** Its app's page, if it has one. */
  app?: string | undefined
}
