/** A page of the site, and what a visitor finds there. */
type Destination = { href: string; label: string; note: string }

/** A menu of the bar: its button's label, what its pages have in common, and its items. */
export type Menu = { label: string; note: string; items: Destination[] }

/** True for the page itself and for every page below it: an article belongs to /blogs. */
export const leadsTo = (href: string, here: string) => here === href || here.startsWith(`${href}/`)

/** An item's aria-current: `page` for the page itself, `true` for the section that contains it. */
export const ariaCurrent = (href: string, here: string) =>
  here === href ? 'page' : leadsTo(href, here) ? 'true' : undefined
