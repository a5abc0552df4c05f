import type { CollectionEntry } from 'astro:content'

import { words } from '../../../data/words.ts'
import { fillIn } from '../../../text/fill-in.ts'

/** Search results show no more of a description. */
const DESCRIPTION_CHARACTERS = 155

/** What a venture's page tells search engines and link previews. */
export async function metadataOf({ name, tags, ...data }: CollectionEntry<'ventures'>['data']) {
  const { title, description, keywords } = (await words('pages/venture')).metadata
  const facts = { this: { ...data, name, areas: tags.join(', ') } }
  return {
    title: fillIn(title, facts),
    description: asFits(description.map((sentence) => fillIn(sentence, facts))),
    keywords: [name, data.sector, ...tags, ...keywords],
  }
}

/** As many of the sentences, in their order, as fit. */
const asFits = (sentences: string[]) =>
  sentences.reduce((text, sentence) => {
    const longer = `${text} ${sentence}`
    return longer.length <= DESCRIPTION_CHARACTERS ? longer : text
  })
