/** A text whose signs of HTML stand for themselves, also between double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * A text as HTML: `**bold**`, `[a link](/portfolio)` and `[words that stay on one line]`, as a range
 * of figures does. All else stands for itself.
 */
export const inline = (text: string): string =>
  escaped(text)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\[([^\]]+)\]/g, NOWRAP)
    .replace(/([$₹]?\d+\w*–[$₹]?\d+\w*)/g, NOWRAP)

const NOWRAP = '<span class="nowrap">$1</span>'

export type InlineParts = (string | { label: string; href: string })[]

/** A text with `[links](/terms)` in its parts, for an island that must not read HTML. */
export const inlineParts = (text: string): InlineParts =>
  text
    .split(/(\[[^\]]+\]\([^)\s]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, label, href] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
      return label && href ? { label, href } : part
    })

const WHOLE = /(\S*\d\S*–\S*\d[\dK]*(?: (?:days|weeks|months))?|[a-z]+-[a-z]+)/i

/**
 * A text in parts. Every second part stays on one line: words with a hyphen, and ranges of figures
 * with their unit.
 */
export const unbroken = (text: string) => text.split(WHOLE)
