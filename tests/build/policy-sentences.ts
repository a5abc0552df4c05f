import { readFileSync } from 'node:fs'

import { legalFacts } from '../../src/pages/_legal/legal-facts.ts'
import { studio } from '../content.ts'

const facts: Record<string, string | undefined> = legalFacts(studio)

/** A legal text without head and markup, with its facts, for both bot checks. */
export function plainText(file: string): string {
  const [, , ...body] = readFileSync(file, 'utf8').split(/^---$/m)
  return body
    .join('')
    .replaceAll(/<Fact name="(\w+)" \/>/g, (_, name: string) => facts[name] ?? '')
    .replaceAll(/<Mail .*?\/>/g, studio.email)
    .replaceAll(/<\/?When.*?>/g, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/^## .*$/gm, '')
    .replaceAll(/[*`]/g, '')
}

/** The sentences of a legal document. A list item counts as one. */
export const sentencesOf = (file: string): string[] =>
  plainText(file)
    .split(/\n\n|\n- |^- /m)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter(Boolean)
