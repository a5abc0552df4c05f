import { readFileSync } from 'node:fs'

import { legalFacts } from '../../src/schemas/legal-facts.ts'
import type { botChecks } from '../../src/schemas/legal.ts'
import { studio } from '../content.ts'

const facts: Record<string, string | undefined> = legalFacts(studio)

const bodyOf = (file: string) => readFileSync(file, 'utf8').split(/^---$/m).slice(2).join('')

/** A legal text without head and markup, with its facts, for both bot checks. */
export const plainText = (file: string) => plain(bodyOf(file))

function plain(text: string): string {
  return text
    .replaceAll(/<Fact name="(\w+)" \/>/g, (_, name: string) => facts[name] ?? '')
    .replaceAll(/<Mail .*?\/>/g, studio.email)
    .replaceAll(/<\/?When.*?>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/^## .*$/gm, '')
    .replaceAll(/[*`]/g, '')
}

/** The sentences of a legal document. A list item counts as one. */
export const sentencesOf = (file: string) => sentencesIn(plainText(file))

/** The sentences that a site with this bot check adds. */
export function sentencesWith(botCheck: (typeof botChecks)[number], file: string): string[] {
  const parts = bodyOf(file).matchAll(/<When botCheck="(.+?)">([^]+?)<\/When>/g)
  return [...parts].flatMap(([, one, text = '']) =>
    one === botCheck ? sentencesIn(plain(text)) : [],
  )
}

const sentencesIn = (text: string): string[] =>
  text
    .split(/\n\n|\n- |^- /m)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter(Boolean)
