import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'

import { z } from 'astro/zod'

import { type Dates, publicationAt } from '../../publication/publication.ts'
import { appSchema } from '../../schemas/app.ts'
import { factsOf } from '../../schemas/facts.ts'
import { faqSchema } from '../../schemas/faq.ts'
import { legalFacts } from '../../schemas/legal-facts.ts'
import { legalSchema } from '../../schemas/legal.ts'
import { roleSchema } from '../../schemas/role.ts'
import { studioSchema, type Studio } from '../../schemas/studio.ts'
import { featuredVentureSchema, ventureSchema, type Venture } from '../../schemas/venture.ts'
import { mustFit } from '../../schemas/words/search-result.ts'
import type { Facts } from '../../text/fill-in.ts'
import { inOrder, requireOwn, requireOwnOrder } from '../../text/in-order.ts'
import { readWords } from './words.ts'
import { filesIn, readFrontMatter, readYaml, checked } from './files.ts'

/** At which moment content is read, and whether that is read too which is not public then. */
type View = { at: number; showsUnpublished: boolean }

export type Entry<T> = { id: string; data: T }

/**
 * All content of a site, read from its files: checked, with the same facts filled into every text, and
 * without what the view does not show. A mistake throws when it is read. The files of facts are read
 * at once, the others when asked for.
 */
export function siteIn(root: string, { at, showsUnpublished }: View) {
  const entries = <T>(folder: string, schema: z.ZodType<T>, facts?: Facts): Entry<T>[] =>
    filesIn(root, `content/${folder}`, '.yaml').map((file) => ({
      id: parse(file).name,
      data: checked(file, readYaml(root, file), schema, facts),
    }))

  checkAddresses(root)
  const ventures = entries('ventures', ventureSchema)
  const roles = entries('roles', roleSchema)
  const faqs = entries('faqs', faqSchema)
  requireOwnOrder('content/ventures', ventures)
  requireOwnOrder('content/roles', roles)
  requireOwnOrder('content/faqs', faqs)
  requireOwn('content/roles', roles, 'slug')
  const written = readStudio(root, ventures)
  const { isPublished, isClosed } = publicationAt(at, written.timeZone)
  const isShown = (entry: Dates) => showsUnpublished || isPublished(entry)
  const shown = <T extends Dates>(all: Entry<T>[]) => all.filter(({ data }) => isShown(data))

  // A venture with an opening day counts from that day on, because nobody edits the figure then.
  const figures = { ...written.figures, ventures: shown(ventures).length }
  const studio = { ...written, figures }
  const facts = factsOf(studio, {
    ventures: shown(ventures).map(({ id, data }) => ({ id, ...data })),
    roles: inOrder(shown(roles))
      .map(({ data }) => data)
      .filter((role) => !isClosed(role)),
    questions: shown(faqs),
  })
  /** Only words are about something else on each page: there, `{this.…}` waits. */
  const alone = { ...facts, this: {} }

  return {
    studio,
    facts,
    isShown,
    isPublished,
    isClosed,
    /** Whatever has dates, shown or not. */
    dated: [...ventures, ...roles, ...faqs].map(({ data }): Dates => data),
    ventures: () => shown(entries('ventures', ventureSchema, alone)),
    roles: () => shown(entries('roles', roleSchema, alone)),
    faqs: () => shown(entries('faqs', faqSchema, alone)),
    apps: () => {
      // First as they stand in the files, as functions read them.
      entries('apps', z.looseObject({ name: appSchema.shape.name }))
      const apps = entries('apps', appSchema, alone)
      requireOwnOrder('content/apps', apps)
      requireOwn('content/apps', apps, 'waitlist')
      for (const { id, data } of apps) mustFit(`content/apps/${id}.yaml: `, data, studio.name)
      return apps
    },
    featured: () => readFeatured(root, ventures, isShown, alone),
    legal: () =>
      filesIn(root, 'content/legal', '.mdx').map((file) => {
        const known = { ...alone, ...legalFacts(studio) }
        const data = checked(file, readFrontMatter(root, file), legalSchema, known)
        mustFit(`${file}: `, data, studio.name)
        return { id: parse(file).name, data }
      }),
    words: () => readWords(root, facts, studio),
  }
}

export type Site = ReturnType<typeof siteIn>

const SLUG = /^[a-z\d]+(-[a-z\d]+)*$/

/** The names of these files become addresses. Throws one sentence if one of them is no slug. */
function checkAddresses(root: string): void {
  const ventures = filesIn(root, 'content/ventures', '.yaml')
  const faqs = filesIn(root, 'content/faqs', '.yaml')
  for (const file of [...ventures, ...faqs, ...filesIn(root, 'content/legal', '.mdx')]) {
    const { name } = parse(file)
    if (SLUG.test(name)) continue
    throw new Error(
      `${file}: its name “${name}” is its address, too; it must be small letters and digits with hyphens between, such as axel-ai.`,
    )
  }
}

const STUDIO = 'content/studio.yaml'

/** The studio as its file has it. Its texts quote no facts: they are the facts. */
export const studioIn = (root: string): Studio =>
  checked(STUDIO, below(root, STUDIO, 'studio'), studioSchema, {})

/** What a file has below its one key. */
const below = (root: string, file: string, key: string) =>
  checked(file, readYaml(root, file), z.strictObject({ [key]: z.looseObject({}) }))[key]

/** The studio, if it counts its ventures right. */
function readStudio(root: string, ventures: { data: Venture }[]): Studio {
  const written = studioIn(root)
  const count = ventures.filter(({ data }) => !data.draft && !data.opens).length
  const figure = written.figures.ventures
  if (figure !== count)
    throw new Error(
      `${STUDIO}: “figures.ventures” is ${figure}; it must be ${count}, as many as there are files in content/ventures without “draft” and “opens”.`,
    )
  const planned = written.figures.plannedVentures
  const all = ventures.filter(({ data }) => !data.draft).length
  if (planned >= all) return written
  throw new Error(
    `${STUDIO}: “figures.plannedVentures” is ${planned}; it must be at least ${all}, as many as there are files in content/ventures without “draft”; set the next goal.`,
  )
}

const FEATURED = 'content/featured-venture.yaml'

/** The venture in the spotlight, if there is one and it is shown. */
function readFeatured(
  root: string,
  ventures: { data: Venture }[],
  isShown: (entry: Dates) => boolean,
  facts: Facts,
) {
  if (!existsSync(join(root, FEATURED))) return []
  const data = checked(FEATURED, below(root, FEATURED, 'featured'), featuredVentureSchema, facts)
  const venture = ventures.find((one) => one.data.name === data.name)?.data
  if (venture) return isShown(venture) ? [{ id: 'featured', data }] : []
  const names = ventures.map((one) => one.data.name)
  const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
  throw new Error(
    `${FEATURED}: “name” is “${data.name}”; it must be the name of a venture: ${oneOf}.`,
  )
}
