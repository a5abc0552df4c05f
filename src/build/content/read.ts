import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'

import type { z } from 'astro/zod'
import { load } from 'js-yaml'

import { appSchema } from '../../schemas/app.ts'
import { factsOf } from '../../schemas/facts.ts'
import { faqSchema } from '../../schemas/faq.ts'
import { roleSchema } from '../../schemas/role.ts'
import { studioSchema } from '../../schemas/studio.ts'
import { ventureSchema } from '../../schemas/venture.ts'
import { wordsOf, type Words } from '../../schemas/words/index.ts'
import { inOrder } from '../../text/in-order.ts'

/**
 * Reads a folder like content/ without Astro's collections, for islands and tests. `onRead` hears of
 * each file.
 */
export function readContent(folder: string, onRead: (path: string) => void = () => {}) {
  const read = (file: string) => {
    const path = join(folder, file)
    onRead(path)
    return load(readFileSync(path, 'utf8'), { filename: path })
  }
  const list = <T extends { order: number }>(name: string, schema: z.ZodType<T>) => {
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.yaml'))
    const entries = files.map((file) => ({
      id: parse(file).name,
      data: schema.parse(read(join(name, file))),
    }))
    return inOrder(`content/${name}`, entries).map(({ id, data }) => ({ id, ...data }))
  }

  const { studio: written } = read('studio.yaml') as { studio: unknown }
  const studio = studioSchema.parse(written)
  const ventures = list('ventures', ventureSchema)
  const roles = list('roles', roleSchema)
  const questions = list('faqs', faqSchema)
  const apps = list('apps', appSchema)
  const facts = factsOf(studio, { ventures, roles, questions })
  const words = <F extends keyof Words>(file: F) => wordsOf(file, read(`${file}.yaml`), facts)
  return { studio, ventures, roles, questions, apps, facts, words }
}
