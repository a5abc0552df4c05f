/** The ventures with an app page: all these words are in their names. */
const APP_PAGES = [
  { words: ['founder', 'journal'], href: '/founders-journal' },
  { words: ['fundraise', 'copilot'], href: '/fundraise-copilot' },
  { words: ['calmist'], href: '/calmist' },
]

/** Where a venture's app is shown, if it has one. */
export function appPage(name: string): string | undefined {
  const lowered = name.toLowerCase()
  return APP_PAGES.find(({ words }) => words.every((word) => lowered.includes(word)))?.href
}

/** The contact form, with the venture's name filled in. */
export const contactAbout = (name: string) => `/contact?company=${encodeURIComponent(name)}`
