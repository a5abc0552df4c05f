const STYLES = /<style>([^]*?)<\/style>/g
const OWN_PROPERTY = /--[a-z][\w-]*/g

/**
 * Short names for the custom properties of all pages, as a minifier gives to variables; the most
 * frequent becomes the shortest. Those that a script names keep theirs.
 */
export function shortNames(pages: string[], scripts: string): Map<string, string> {
  const times = new Map<string, number>()
  for (const [, style] of pages.flatMap((page) => [...page.matchAll(STYLES)])) {
    for (const [name] of style?.matchAll(OWN_PROPERTY) ?? []) {
      times.set(name, (times.get(name) ?? 0) + 1)
    }
  }
  const names = [...times.keys()].filter((name) => !scripts.includes(name))
  names.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0))
  return new Map(names.map((name, i) => [name, `--${letters(i)}`]))
}

const letters = (n: number): string =>
  (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26))

/** The text of a page or a drawing with the short names in it. */
export const shortened = (text: string, names: Map<string, string>) =>
  text.replaceAll(OWN_PROPERTY, (name) => names.get(name) ?? name)
