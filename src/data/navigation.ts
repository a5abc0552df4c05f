/** A page of the site, and what a visitor finds there. */
type Destination = { href: string; label: string; note: string }

/** A menu of the bar: its button's label and its items. */
export type Menu = { label: string; items: Destination[] }

/** The words of the menus that come from the studio's figures and promises. */
export type MenuFacts = {
  ventures: string
  stages: string
  openRoles: string
  contactReply: string
}

export const menus = (facts: MenuFacts): Menu[] => [
  {
    label: 'Studio',
    items: [
      { href: '/about', label: 'About', note: 'Who we are and how we work' },
      {
        href: '/what-we-do',
        label: 'What We Do',
        note: 'Services, phases and pillars',
      },
      { href: '/faqs', label: 'FAQs', note: 'Six questions founders ask first' },
    ],
  },
  {
    label: 'Ventures',
    items: [
      {
        href: '/portfolio',
        label: 'Portfolio',
        note: `${facts.ventures} companies, by sector and stage`,
      },
      { href: '/blogs', label: 'Blogs & Research', note: 'What we learn while building' },
    ],
  },
  {
    label: 'Partner With Us',
    items: [
      {
        href: '/investors',
        label: 'Investor Partnerships',
        note: `${facts.stages}, alongside us`,
      },
      { href: '/eir', label: 'EIR Program', note: 'For entrepreneurs in residence' },
      { href: '/careers', label: 'Careers', note: facts.openRoles },
      { href: '/contact', label: 'Contact', note: `Next steps within ${facts.contactReply}` },
    ],
  },
]

/** True for the page itself and for every page below it: an article belongs to /blogs. */
export const leadsTo = (href: string, here: string) => here === href || here.startsWith(`${href}/`)

/** An item's aria-current: `page` for the page itself, `true` for the section that contains it. */
export const ariaCurrent = (href: string, here: string) =>
  here === href ? 'page' : leadsTo(href, here) ? 'true' : undefined
