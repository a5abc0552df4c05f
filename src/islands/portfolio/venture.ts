import type { Venture } from '../../schemas/venture.ts'

/** A venture as the island gets it: the content of its file, the file's name, and its app's page. */
export type PortfolioVenture = Omit<Venture, 'order'> & { id: string; app?: string | undefined }
