const WHOLE = /(\S*\d\S*–\S*\d[\dK]*(?: (?:days|weeks|months))?|[a-z]+-[a-z]+)/i

/**
 * A text in parts. Every second part stays on one line: words with a hyphen, and ranges of figures
 * with their unit.
 */
export const unbroken = (text: string) => text.split(WHOLE)
