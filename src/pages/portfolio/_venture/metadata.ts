import type { CollectionEntry } from 'astro:content'

import { studio } from '../../../data/studio.ts'
import { words } from '../../../data/words.ts'
import { DESCRIPTION, mustFit } from '../../../schemas/words/search-result.ts'
import { fillIn } from '../../../text/fill-in.ts'

/** What a venture's page tells search engines and link previews. */
export async function metadataOf({
  id,
  data: { name, tags, ...data },
}: CollectionEntry<'ventures'>) {
  const { title, description, keywords } = (await words('pages/venture')).metadata
  const facts = { this: { ...data, name, areas: tags.join(', ') } }
  const page = {
    title: fillIn(title, facts),
    description: asFits(description.map((sentence) => fillIn(sentence, facts))),
  }
  mustFit(`content/ventures/${id}.yaml, in content/pages/venture.yaml: `, page, studio.name)
  return { ...page, keywords: [name, data.sector, ...tags, ...keywords] }
}

/** As many of the sentences, in their order, as fit. */
const asFits = (sentences: string[]) =>
  sentences.reduce((text, sentence) => {
    const longer = `${text} ${sentence}`
    return longer.length <= DESCRIPTION.max ? longer : text
  })
