import { capitalised, inWords } from './numbers.ts'

/** The facts that a text may quote: `city`, `figures.ventures`, `model.ticket` … */
export type Facts = Record<string, unknown>

/** A text quotes what is not there. */
export class UnknownFactError extends Error {
  override name = 'UnknownFactError'
}

/**
 * Fills facts into a text:
 * - `{figures.ventures}` becomes 8, `{figures.ventures in words}` eight, with `In words` Eight;
 * - `{counts.roles: role is | roles are}` becomes one of the two, as the number demands;
 * - `{model.stages in a sentence}` begins with a small letter;
 * - `{this.name}` waits for a second call that knows what it is about, such as one venture.
 *
 * Throws an UnknownFactError for an unknown name.
 */
export const fillIn = (text: string, facts: Facts) =>
  text.replace(/\{([^}]*)\}/g, (placeholder, inner: string) => {
    const [, path = '', form, one, many] = FORM.exec(inner) ?? []
    if (path.startsWith('this.') && !('this' in facts)) return placeholder
    const fact = factAt(facts, path)
    if (fact === undefined)
      throw new UnknownFactError(`“${placeholder}” names no word or figure of content/studio.yaml`)
    if (form === 'in a sentence') return decapitalised(String(fact))
    if (form === undefined && one === undefined) return String(fact)
    if (typeof fact !== 'number') throw new UnknownFactError(`“${placeholder}” names no number`)
    if (one !== undefined) return (fact === 1 ? one : (many ?? '')).trim()
    return form === 'In words' ? capitalised(inWords(fact)) : inWords(fact)
  })

const FORM = /^([\w.-]+)(?: ([Ii]n words|in a sentence)|:([^|]*)\|([^|]*))?$/

function factAt(facts: Facts, path: string): string | number | undefined {
  const fact = path
    .split('.')
    .reduce<unknown>((part, key) => (isFacts(part) ? part[key] : undefined), facts)
  return typeof fact === 'string' || typeof fact === 'number' ? fact : undefined
}

const isFacts = (part: unknown): part is Facts => typeof part === 'object' && part !== null

const decapitalised = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

/** The article at the start of a sentence. It must not end a line. */
const LONE_ARTICLE = /(?<=[.?!] )A /g

/**
 * Fills facts into all texts of a file, and keeps an article with its word. An error names the key of
 * the text.
 */
export function fillAll(value: unknown, facts: Facts, keys: string[] = []): unknown {
  if (typeof value === 'string') return fillText(value, facts, keys)
  if (Array.isArray(value))
    return value.map((one, i) => fillAll(one, facts, [...keys, `number ${i + 1}`]))
  if (!isFacts(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, fillAll(one, facts, [...keys, `“${key}”`])]),
  )
}

function fillText(text: string, facts: Facts, keys: string[]): string {
  try {
    return fillIn(text, facts).replace(LONE_ARTICLE, 'A\u00a0')
  } catch (error) {
    if (!(error instanceof UnknownFactError)) throw error
    throw new UnknownFactError(`${keys.join(', ')}: ${error.message}`, { cause: error })
  }
}

/**
 * Fills in what a text is about: `{this.app}` becomes the app. For islands; pages use `fillIn`. The
 * schema has checked the names (src/schemas/words/quoting.ts).
 */
export const sayWhat = (text: string, about: Record<string, string | number>) =>
  text.replace(/\{this\.(\w+)\}/g, (placeholder, key: string) => String(about[key] ?? placeholder))
