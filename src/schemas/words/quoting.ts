import { z } from 'astro/zod'

import { fillIn } from '../../text/fill-in.ts'

/** What a text may quote as `{this.…}`, each with an example: `{ name: 'a venture', count: 8 }`. */
export type Quotable = Record<string, string | number>

/** A text that is not empty and quotes nothing else as `{this.…}`. */
export const quoting = (quotable: Quotable = {}) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .superRefine((text, context) => {
      for (const [placeholder] of text.matchAll(/\{this\.[^}]*\}/g)) {
        const message = whyNot(placeholder, quotable)
        if (message) context.addIssue({ code: 'custom', message })
      }
    })

function whyNot(placeholder: string, quotable: Quotable): string | undefined {
  try {
    fillIn(placeholder, { this: quotable })
    return undefined
  } catch {
    const names = Object.entries(quotable).map(([name, example]) =>
      typeof example === 'number' ? `{this.${name}}, a number` : `{this.${name}}`,
    )
    const known = names.length === 0 ? '' : `; known here: ${names.join('; ')}`
    return `must not quote ${placeholder}${known}`
  }
}
