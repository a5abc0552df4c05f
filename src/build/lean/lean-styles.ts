/** A rule without rules in it. */
const RULE = /([^{}]+)\{([^{}]*)\}/g
/** What has something in brackets is left alone: it may be an “or” or a “not”, or no selector. */
const NO_LIST = /[@(%]/
const EMPTY = /@[^{};]+\{\}/g
const STYLES = /<style>([^]*?)<\/style>/g
const WORD = /[\w-]+/g

/** A page whose styles name only what the page has, or what its islands may draw later, as `code` says. */
export function withoutUnusedRules(html: string, code: string): string {
  const body = html.slice(html.indexOf('<body'))
  const used = new Set([...body.matchAll(WORD), ...code.matchAll(WORD)].map(([word]) => word))
  return html.replaceAll(STYLES, (style) =>
    style
      .replaceAll(RULE, (rule, selectors: string, body: string) => {
        if (NO_LIST.test(selectors)) return rule
        const kept = selectors.split(',').filter((one) => isUsed(one, used))
        return kept.length > 0 ? `${kept.join(',')}{${body}}` : ''
      })
      .replaceAll(EMPTY, '')
      .replaceAll(', ', ',')
      .replaceAll(' * ', '*')
      .replaceAll(' / ', '/'),
  )
}

const isUsed = (selector: string, used: Set<string>) =>
  [...selector.matchAll(/[.#]([\w-]+)/g)].every(([, name]) => used.has(name ?? ''))
