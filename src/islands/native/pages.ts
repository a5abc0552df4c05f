/** The pages with an empty form, by the forms' names. A waitlist has one for each app. */
const PAGES: Readonly<Record<string, string>> = {
  contact: '/contact',
  investor: '/investors#form',
  eir: '/eir#form',
  careers: '/careers#form',
}

export const pageOf = ({ name }: { name: string }): string | undefined => PAGES[name]

/** The place for the form in the page around it (src/pages/not-sent.astro). */
export const FORM_PLACE = '<!--form-->'

/** What comes before and after that place in the built page. */
export function frameIn(html: string): string[] {
  const frame = html.split(FORM_PLACE)
  if (frame.length === 2) return frame
  throw new Error(`src/pages/not-sent.astro has ${frame.length - 1} places for a form, not one.`)
}
