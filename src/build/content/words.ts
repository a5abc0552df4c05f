import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

import { schemaFiles } from '../../schemas/for-editors.ts'
import type { Studio } from '../../schemas/studio.ts'
import { builtAt, isPreview } from '../../data/built-at.ts'
import { siteIn } from '../../data/reading/site.ts'
import { writeIfChanged } from '../to-confirm.ts'
import { figuresInStyles, filesOfFacts } from './figures.ts'

const PREFIX = 'words:'

/** The words of a form that no page shows if the studio has no app. */
const OF_APPS = 'forms/waitlist'

/**
 * Lets islands import words: `import words from 'words:forms/contact'` is content/forms/contact.yaml
 * with its facts filled in. As props they would stand in each page twice. Styles get their figures.
 * Each build also writes the schemas of all content for editors' programs.
 */
export const wordModules = (): AstroIntegration => {
  let content: URL
  return {
    name: 'words',
    hooks: {
      'astro:config:setup': ({ config, command, updateConfig }) => {
        content = new URL('content/', config.root)
        const showsUnpublished = command === 'dev' || isPreview()
        const words = wordPlugin(config.root, showsUnpublished)
        const figures = figuresInStyles(config.root, siteReader(config.root, showsUnpublished))
        updateConfig({ vite: { plugins: [words, figures] } })
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

/** Reads what pages know of the site. In `npm run dev`, a mistake leaves it as it was. */
export function siteReader(root: URL, showsUnpublished: boolean) {
  let known: { studio: Studio; words: Map<string, object> } | undefined
  return () => {
    try {
      const site = siteIn(fileURLToPath(root), { at: builtAt, showsUnpublished })
      known = {
        studio: site.studio,
        words: new Map(site.words().map(({ id, data }) => [id, data])),
      }
    } catch (error) {
      if (!known) throw error
    }
    return known
  }
}

/** The Vite plugin itself, for unit tests. */
export function wordPlugin(root: URL, showsUnpublished = false): Plugin {
  const read = siteReader(root, showsUnpublished)
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      for (const file of filesOfFacts(root)) this.addWatchFile(file)
      const name = id.slice(1 + PREFIX.length)
      const words = read().words.get(name)
      if (!words && name !== OF_APPS) throw new Error(`content/${name}.yaml is missing.`)
      // A bundle takes only the parts that it names.
      const parts = Object.entries(words ?? {}).map(
        ([part, words]) =>
          `const _${part} = ${JSON.stringify(words)}\nexport { _${part} as ${part} }`,
      )
      const all = Object.keys(words ?? {}).map((part) => `${part}: _${part}`)
      return `${parts.join('\n')}\nexport default { ${all.join(', ')} }`
    },
  }
}
