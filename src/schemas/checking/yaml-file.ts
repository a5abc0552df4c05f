import { existsSync } from 'node:fs'

import { file, type Loader } from 'astro/loaders'
import { load, YAMLException } from 'js-yaml'

/**
 * Astro's loader of a single file, but a file that is no YAML stops the build with its position.
 * Astro itself would continue, until some page misses the content. A missing file has no entry.
 */
export function yamlFile(filename: string): Loader {
  let fault: unknown
  const parser = (text: string) => {
    try {
      fault = undefined
      // The schema checks the shape.
      return load(text, { filename }) as Record<string, Record<string, unknown>>
    } catch (error) {
      fault = error
      throw error
    }
  }
  const loader = file(filename, { parser })
  return {
    ...loader,
    async load(context) {
      context.store.clear()
      if (!existsSync(new URL(filename, context.config.root))) return
      await loader.load(context)
      if (fault) throw new Error(`${filename}: ${whatIsWrong(fault)}.`, { cause: fault })
    },
  }
}

const whatIsWrong = (fault: unknown) =>
  fault instanceof YAMLException
    ? `line ${fault.mark.line + 1} is no YAML: ${fault.reason}`
    : String(fault)
