import { getCollection } from 'astro:content'

import { articles } from '../articles/all.ts'
import { studio } from '../data/studio.ts'
import { ventures } from '../data/ventures.ts'
import { words } from '../data/words.ts'
import { inOrder } from '../text/in-order.ts'
import { facts } from './_legal/facts.ts'
import { withFacts } from './_legal/legal-facts.ts'

const { name, host, figures, model, promises } = studio

type Entry = { path: string; label: string; note: string }

const section = (title: string, entries: Entry[]) => [
  `## ${title}`,
  '',
  ...entries.map(({ path, label, note }) => `- [${label}](${host}${path}): ${note}`),
  '',
]

const pages = (await words('navigation')).menus
  .flatMap(({ items }) => items)
  .map(({ href, label, note }) => ({ path: href, label, note }))
const apps = inOrder('content/apps', await getCollection('apps'))
const legal = await getCollection('legal')

/** The site for language models (https://llmstxt.org): a description and a list of links. */
export const GET = () =>
  new Response(
    [
      `# ${name}`,
      '',
      `> ${name} is a venture studio in ${studio.address.locality}, ${studio.address.country}. It co-builds companies with founders: embedded operator squads, strategic capital and repeatable playbooks.`,
      '',
      `- Investment: ${model.ticket}, ${model.stages}, squads embedded for ${model.embeddedMonths} months. ${model.geography}.`,
      `- ${figures.ventures} active portfolio companies, ${figures.plannedVentures} ventures by ${figures.plannedBy}; ${figures.operators} operators and experts; ${figures.investors} aligned investors.`,
      `- Contact: ${studio.email}. Next steps within ${promises.contactReply}.`,
      '',
      ...section('Pages', pages),
      ...section(
        'Articles',
        articles.map(({ slug, title, excerpt }) => ({
          path: `/blogs/${slug}`,
          label: title,
          note: excerpt,
        })),
      ),
      ...section(
        `Apps for ${studio.apps.platform} (${studio.apps.launch.toLowerCase()})`,
        apps.map(({ id, data }) => ({ path: `/${id}`, label: data.name, note: data.blurb })),
      ),
      '## Ventures',
      '',
      ...ventures.map(
        ({ data }) => `- ${data.name} (${data.sector}, ${data.stage}): ${data.description}`,
      ),
      '',
      ...section(
        'Optional',
        legal.map(({ id, data }) => ({
          path: `/${id}`,
          label: data.title,
          note: withFacts(data.description, facts),
        })),
      ),
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  )
