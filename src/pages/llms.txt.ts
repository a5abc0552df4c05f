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

type Entry = { path: string; label: string; note: string }

/** A section without entries is not there. */
const section = (title = '', entries: Entry[]) =>
  entries.length === 0
    ? []
    : [
        `## ${title}`,
        '',
        ...entries.map(({ path, label, note }) => `- [${label}](${host}${path}): ${note}`),
        '',
      ]

const pages = (await words('navigation')).menus
  .flatMap(({ items }) => items)
  .map(({ href, label, note }) => ({ path: href, label, note }))
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
      ...section(llms.pages, pages),
      ...section(
        llms.articles,
        articles.map(({ slug, title, excerpt }) => ({
          path: `/blogs/${slug}`,
          label: title,
          note: excerpt,
        })),
      ),
      ...section(
        llms.roles,
        roles.map(({ slug, title, summary }) => ({
          path: `/careers/${slug}`,
          label: title,
          note: summary,
        })),
      ),
      ...section(
        llms.apps,
        apps.map(({ id, data }) => ({ path: `/${id}`, label: data.name, note: data.blurb })),
      ),
      ...section(
        llms.ventures,
        ventures.map(({ id, data }) => ({
          path: venturePage(id),
          label: data.name,
          note: `${data.sector}, ${data.stage}. ${data.description}`,
        })),
      ),
      ...section(
        // A word of the format: what may be left out.
        'Optional',
        legal.map(({ id, data }) => ({
          path: `/${id}`,
          label: data.title,
          note: data.description,
        })),
      ),
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
