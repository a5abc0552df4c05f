import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import { load } from 'js-yaml'
import type { Plugin } from 'vite'

import { schemaFiles } from '../schemas/for-editors.ts'
import { studioSchema } from '../schemas/studio.ts'
import { wordSchemas } from '../schemas/words/index.ts'
import { fillAll } from '../text/fill-in.ts'
import { writeIfChanged } from './to-confirm.ts'

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
    const schema = Object.entries(wordSchemas).find(([one]) => one === name)?.[1]
    if (!schema) throw new Error(`content/${name}.yaml is no file that the site reads.`)
    if (name === OF_APPS && !existsSync(new URL(`${name}.yaml`, content)))
      return 'export default {}'
    const read = (file: string) => {
      const path = fileURLToPath(new URL(file, content))
      this.addWatchFile(path)
      return load(readFileSync(path, 'utf8'), { filename: file })
    }
    const { studio } = read('studio.yaml') as { studio: unknown }
    const facts = studioSchema.parse(studio)
    const words = schema.parse(fillAll(read(`${name}.yaml`), facts, `content/${name}.yaml`))
    return `export default ${JSON.stringify(words)}`
  },
})
