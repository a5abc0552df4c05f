/** The place for the form in the page around it (src/pages/not-sent.astro). */
export const FORM_PLACE = '<!--form-->'

/** What comes before and after that place in the built page. */
export function frameIn(html: string): string[] {
  const frame = html.split(FORM_PLACE)
  if (frame.length === 2) return frame
  throw new Error(`src/pages/not-sent.astro has ${frame.length - 1} places for a form, not one.`)
}
