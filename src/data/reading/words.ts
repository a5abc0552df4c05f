import type { z } from 'astro/zod'

import { mustFit } from '../../schemas/words/search-result.ts'
import { wordSchemas, type Words } from '../../schemas/words/index.ts'
import type { Facts } from '../../text/fill-in.ts'
import { filesIn, readYaml, checked } from './files.ts'

type NamedFacts = Facts & { name: string; roleTitles?: string }

/** content/ itself has other files, too. */
const ALONE = ['navigation', 'venture', 'words']

/** Functions read this file too: they know the facts of content/studio.yaml alone. */
const READ_BY_FUNCTIONS = 'forms/receipt'

/** The words of all files that a site has, by the file’s path in content/ without the ending. */
export function readWords(root: string, facts: NamedFacts, studio: NamedFacts) {
  const inFolders = ['content/pages', 'content/forms'].flatMap((one) => filesIn(root, one, '.yaml'))
  const names = inFolders.map((file) => file.slice('content/'.length, -'.yaml'.length))
  return [...ALONE, ...names].map((name) => {
    if (!isFile(name)) throw new Error(`content/${name}.yaml is no file that the site reads.`)
    const known = name === READ_BY_FUNCTIONS ? studio : facts
    return { id: name, data: readFile(root, name, known) }
  })
}

const isFile = (name: string): name is keyof Words => name in wordSchemas

function readFile(root: string, name: keyof Words, facts: NamedFacts) {
  const file = `content/${name}.yaml`
  const schema: z.ZodType<object> = wordSchemas[name]
  const data = checked(file, readYaml(root, file), schema, facts)
  for (const [key, part] of Object.entries<unknown>({ ...data })) {
    // Without an open role the page shows `noRoles`, and its usual description may be too short.
    if (facts.roleTitles === '' && key === 'metadata' && 'noRoles' in data) continue
    if (isMetadata(key, part)) mustFit(`${file}: “${key}”, `, part, facts.name)
  }
  return data
}

type Metadata = { title: string; description: string }

/** What a listed page tells search engines. Of roles and ventures, their own pages know it. */
const isMetadata = (key: string, part: unknown): part is Metadata =>
  typeof part === 'object' &&
  part !== null &&
  (key === 'noRoles' || 'keywords' in part) &&
  'description' in part &&
  typeof part.description === 'string'
