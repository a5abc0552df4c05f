/** The facts that a text may quote: `city`, `figures.ventures`, `model.ticket` … */
type Facts = Record<string, unknown>

/** Fills facts into a text: `{figures.ventures}` becomes 8. Throws for an unknown name. */
export const fillIn = (text: string, facts: Facts) =>
  text.replace(/\{([^}]*)\}/g, (placeholder, path: string) => {
    const fact = path
      .split('.')
      .reduce<unknown>((part, key) => (isFacts(part) ? part[key] : undefined), facts)
    if (typeof fact === 'string' || typeof fact === 'number') return String(fact)
    throw new Error(`“${placeholder}” names no word or figure of content/studio.yaml`)
  })

const isFacts = (part: unknown): part is Facts => typeof part === 'object' && part !== null
