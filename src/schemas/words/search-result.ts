import { quoting } from './quoting.ts'

/* What fits into a search result, in characters. */
const TITLE = { min: 20, max: 60 }
export const DESCRIPTION = { min: 110, max: 155 }

/** A page's title, as the tab and search results have it. */
export const fullTitle = (title: string, studio: string) =>
  title.startsWith(studio) ? title : `${title} | ${studio}`

type Length = { min: number; max: number }

/** What is wrong with a text's length, as a text that follows “it”, or nothing. */
function misfit({ length }: string, { min, max }: Length, as = ''): string | undefined {
  if (length >= min && length <= max) return undefined
  return `must have ${min} to ${max} characters${as}, and has ${length}`
}

type Page = { title: string; description: string }

/** Why a page's title or description does not fit: a sentence without its full stop. */
export function whyUnfit({ title, description }: Page, studio: string): string | undefined {
  const whole = misfit(fullTitle(title, studio), TITLE, ' with the studio’s name')
  const wrong = misfit(description, DESCRIPTION)
  if (whole) return `“title” is “${title}”; it ${whole}`
  return wrong && `“description” is “${description}”; it ${wrong}`
}

/** Throws if a page's title or description does not fit. `place` is the file, and the key above. */
export function mustFit(place: string, page: Page, studio: string): void {
  const why = whyUnfit(page, studio)
  if (why) throw new Error(`${place}${why}.`)
}

/** A description, checked with its facts filled in. */
export const description = (about: string) =>
  quoting()
    .superRefine((text, context) => {
      const message = misfit(text, DESCRIPTION)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .describe(`${about}: ${DESCRIPTION.min} to ${DESCRIPTION.max} characters.`)
