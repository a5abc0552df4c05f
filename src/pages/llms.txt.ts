import { getCollection } from 'astro:content'

import { articles } from '../articles/all.ts'
import { apps } from '../data/apps.ts'
import { roles } from '../data/roles.ts'
import { studio } from '../data/studio.ts'
import { ventures } from '../data/ventures.ts'
import { words } from '../data/words.ts'
import { venturePage } from '../islands/portfolio/venture.ts'

const { name, host } = studio
const llms = await words('pages/llms')

const entry = (path: string, label: string, note: string) => `- [${label}](${host}${path}): ${note}`

/** A section without entries is not there. */
const section = (title = '', entries: string[]) =>
  entries.length === 0 ? [] : [`## ${title}`, '', ...entries, '']

const pages = (await words('navigation')).menus.flatMap(({ items }) => items)
const legal = await getCollection('legal')

/** The site for language models (https://llmstxt.org): a description and a list of links. */
export const GET = () =>
  new Response(
    [
      `# ${name}`,
      '',
      `> ${llms.about}`,
      '',
      ...llms.facts.map((fact) => `- ${fact}`),
      '',
      ...section(
        llms.pages,
        pages.map(({ href, label, note }) => entry(href, label, note)),
      ),
      ...section(
        llms.articles,
        articles.map(({ slug, title, excerpt }) => entry(`/blogs/${slug}`, title, excerpt)),
      ),
      ...section(
        llms.roles,
        roles.map(({ slug, title, summary }) => entry(`/careers/${slug}`, title, summary)),
      ),
      ...section(
        llms.apps,
        apps.map(({ id, data: { name, blurb } }) => entry(`/${id}`, name, blurb)),
      ),
      ...section(
        llms.ventures,
        ventures.map(({ id, data: { name, sector, stage, description } }) =>
          entry(venturePage(id), name, `${sector}, ${stage}. ${description}`),
        ),
      ),
      ...section(
        // A word of the format: what may be left out.
        'Optional',
        legal.map(({ id, data: { title, description } }) => entry(`/${id}`, title, description)),
      ),
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
