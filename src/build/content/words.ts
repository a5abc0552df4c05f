import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

import { schemaFiles } from '../../schemas/for-editors.ts'
import { wordSchemas, wordsOf, type Words } from '../../schemas/words/index.ts'
import { reader, readStudio } from './read.ts'
import { writeIfChanged } from '../to-confirm.ts'

const PREFIX = 'words:'

/** The words of a form that no page shows if the studio has no app. */
const OF_APPS = 'forms/waitlist'

/**
 * Lets islands import words: `import words from 'words:forms/contact'` is content/forms/contact.yaml
 * with the keys of content/studio.yaml filled in. As props they would stand in each page twice. Each
 * build also writes the schemas of all content for editors' programs.
 */
export const wordModules = (): AstroIntegration => {
  let content: URL
  return {
    name: 'words',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        content = new URL('content/', config.root)
        updateConfig({ vite: { plugins: [wordPlugin(content)] } })
      },
      'astro:build:done': async () => {
        for (const [name, text] of schemaFiles()) {
          const file = fileURLToPath(new URL(`.schemas/${name}`, content))
          await mkdir(dirname(file), { recursive: true })
          await writeIfChanged(file, text)
        }
      },
    },
  }
}

/** The Vite plugin itself, for unit tests. */
export const wordPlugin = (content: URL): Plugin => ({
  name: 'words',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined
    const name = id.slice(1 + PREFIX.length)
    if (!isFile(name)) throw new Error(`content/${name}.yaml is no file that the site reads.`)
    if (name === OF_APPS && !existsSync(new URL(`${name}.yaml`, content)))
      return 'export default {}'
    const read = reader(fileURLToPath(content), (path) => this.addWatchFile(path))
    const words = wordsOf(name, read(`${name}.yaml`), readStudio(read))
    return `export default ${JSON.stringify(words)}`
  },
})

const isFile = (name: string): name is keyof Words => name in wordSchemas
