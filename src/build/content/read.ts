import { globSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'

import type { z } from 'astro/zod'
import { load } from 'js-yaml'

import { builtAt } from '../../data/built-at.ts'
import { type Dates, publicationAt } from '../../publication/publication.ts'
import { appSchema } from '../../schemas/app.ts'
import { factsOf } from '../../schemas/facts.ts'
import { faqSchema } from '../../schemas/faq.ts'
import { roleSchema } from '../../schemas/role.ts'
import { studioSchema } from '../../schemas/studio.ts'
import { ventureSchema } from '../../schemas/venture.ts'
import { wordsOf, type Words } from '../../schemas/words/index.ts'
import { inOrder } from '../../text/in-order.ts'

/**
 * Reads a folder like content/ without Astro's collections, for islands and tests: what is public at
 * the moment of the build. `onRead` hears of each file.
 */
export function readContent(folder: string, onRead: (path: string) => void = () => {}) {
  const read = (file: string) => {
    const path = join(folder, file)
    onRead(path)
    return load(readFileSync(path, 'utf8'), { filename: path })
  }
  const { studio: written } = read('studio.yaml') as { studio: unknown }
  const { figures, ...rest } = studioSchema.parse(written)
  const { isPublished, isClosed } = publicationAt(builtAt, rest.timeZone)
  const list = <T extends { order: number } & Dates>(name: string, schema: z.ZodType<T>) => {
    const entries = globSync(`${name}/*.yaml`, { cwd: folder })
      .map((file) => ({ id: parse(file).name, data: schema.parse(read(file)) }))
      .filter(({ data }) => isPublished(data))
    return inOrder(`content/${name}`, entries).map(({ id, data }) => ({ id, ...data }))
  }

  const ventures = list('ventures', ventureSchema)
  const roles = list('roles', roleSchema).filter((role) => !isClosed(role))
  const questions = list('faqs', faqSchema)
  const apps = list('apps', appSchema)
  const studio = { ...rest, figures: { ...figures, ventures: ventures.length } }
  const facts = factsOf(studio, { ventures, roles, questions })
  const words = <F extends keyof Words>(file: F) => wordsOf(file, read(`${file}.yaml`), facts)
  return { studio, ventures, roles, questions, apps, words, isPublished }
}
