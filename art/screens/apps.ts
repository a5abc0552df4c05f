/** The apps and their tabs: icons of icons.svg and their labels. */
export const apps = {
  'founders-journal': {
    Review: 'page',
    Ideas: 'lamp',
    Metrics: 'chart',
    Updates: 'plane',
    More: 'more',
  },
  'fundraise-copilot': {
    Pipeline: 'board',
    Dossiers: 'person',
    Outreach: 'letter',
    Pulse: 'chart',
    'Data room': 'shelf',
  },
  calmist: { Today: 'sun', Tarot: 'card', Business: 'chart', Rituals: 'candle', Profile: 'person' },
} satisfies Record<string, Record<string, string>>

/** An app's name, and its folder here and in `public/screens`. */
export type App = keyof typeof apps

export const appNames = Object.keys(apps) as App[]
