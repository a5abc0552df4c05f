/**
 * Breaks a text into as few lines of `longest` characters as it takes, all about equally long. It
 * breaks at spaces only.
 */
export function evenLines(text: string, longest: number): string[] {
  for (let count = Math.ceil(text.length / longest); ; count++) {
    for (let width = Math.ceil(text.length / count); width <= longest; width++) {
      const lines = linesOf(text, width)
      if (lines.length <= count) return lines
    }
  }
}

/** A word that is longer than a line has a line of its own. */
const linesOf = (text: string, width: number): string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S+`, 'g')) ?? []
