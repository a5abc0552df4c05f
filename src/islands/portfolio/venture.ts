import type { Venture } from '../../schemas/venture.ts'

/** A venture as the island gets it: the content of its file, and the file's name. */
export type PortfolioVenture = Omit<Venture, 'order'> & { id: string }
