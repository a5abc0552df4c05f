import type { Venture } from '../../schemas/venture.ts'

/** What stands on a venture’s own page alone. */
type OnPage = 'about' | 'status' | 'founders' | 'figures' | 'confirmed'

/** A venture as the island gets it: what its card and its dialog show. */
export type PortfolioVenture = Omit<Venture, 'order' | 'draft' | 'opens' | OnPage> & {
  /** The name of its file. */
  id: string
  /** The address of its app's page. */
  app?: string | undefined
}

/** The ventures with an app page. A venture's name contains all the words of its entry. */
const APP_PAGES = [
  { words: ['founder', 'journal'], href: '/founders-journal' },
  { words: ['fundraise', 'copilot'], href: '/fundraise-copilot' },
  { words: ['calmist'], href: '/calmist' },
]

export function appPage(name: string): string | undefined {
  const lowered = name.toLowerCase()
  return APP_PAGES.find(({ words }) => words.every((word) => lowered.includes(word)))?.href
}

export const venturePage = (id: string) => `/portfolio/${id}`

/** The contact form, with the venture's name filled in. */
export const contactAbout = (name: string) => `/contact?company=${encodeURIComponent(name)}`
