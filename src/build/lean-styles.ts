/** A rule without rules in it. */
const RULE = /([^{}]+)\{([^{}]*)\}/g
const EMPTY = /@[^{};]+\{\}/g
const STYLES = /<style>([^]*?)<\/style>/g
const SCRIPTS = /<script[^>]*>([^]*?)<\/script>/g
const WORD = /[\w-]+/g
const OWN_PROPERTY = /--[a-z][\w-]*/g

/**
 * A page whose styles name only what the page has, or what its islands may draw later: `code` is
 * their files' text. Custom properties get short names, as variables in scripts do; those that a
 * script sets keep theirs.
 */
export function leanStyles(html: string, code: string): string {
  const scripts = [...html.matchAll(SCRIPTS)].map(([, text]) => text).join(' ')
  const body = html.slice(html.indexOf('<body'))
  const used = new Set([...body.matchAll(WORD), ...code.matchAll(WORD)].map(([word]) => word))
  const keepIfUsed = (rule: string, selectors: string) =>
    isUsed(selectors, used) ? rule : rule.slice(0, /^\s*/.exec(rule)?.[0].length)

  const lean = html.replaceAll(STYLES, (style) =>
    style
      .replaceAll(RULE, keepIfUsed)
      .replaceAll(EMPTY, '')
      .replaceAll(', ', ',')
      .replaceAll(' * ', '*')
      .replaceAll(' / ', '/'),
  )
  const short = shortNames(lean, scripts + code)
  return lean.replaceAll(STYLES, (style) =>
    style.replaceAll(OWN_PROPERTY, (name) => short.get(name) ?? name),
  )
}

/** A selector with something in brackets is left alone: it may be an “or” or a “not”. */
function isUsed(selectors: string, used: Set<string>) {
  if (/[@(%]|^\s*(from|to)\s*$/.test(selectors)) return true
  return selectors
    .split(',')
    .some((one) => [...one.matchAll(/[.#]([\w-]+)/g)].every(([, name]) => used.has(name ?? '')))
}

/** The most frequent name becomes the shortest. */
function shortNames(html: string, scripts: string): Map<string, string> {
  const times = new Map<string, number>()
  for (const [, style] of html.matchAll(STYLES)) {
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
