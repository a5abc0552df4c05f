import type { Venture as Content } from '../../schemas/venture.ts'

/** A venture as the island gets it: what its file says, and the file's name. */
export type Venture = Omit<Content, 'order'> & { id: string }
