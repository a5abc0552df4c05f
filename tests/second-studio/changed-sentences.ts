import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { dump, load } from 'js-yaml'

/** One sentence of each page, form, menu, foot, thanks and metadata, and the file that shows it. */
export const CHANGES: { file: string; key: string; to: string; on: string }[] = [
  // pages
  {
    file: 'pages/home',
    key: 'hero.lead',
    to: 'Kittiwakes nest above the crane.',
    on: 'index.html',
  },
  { file: 'pages/about', key: 'story.text.0', to: 'A heron owned the yard.', on: 'about.html' },
  {
    file: 'pages/what-we-do',
    key: 'services.list.2.what',
    to: 'A gull reads it first.',
    on: 'what-we-do.html',
  },
  {
    file: 'pages/portfolio',
    key: 'onward.doors.0.note',
    to: 'Terns have taken it meanwhile.',
    on: 'portfolio.html',
  },
  {
    file: 'pages/investors',
    key: 'interest.lead',
    to: 'Cormorants dive only once.',
    on: 'investors.html',
  },
  { file: 'pages/eir', key: 'head.lead', to: 'Storks bring their own bench.', on: 'eir.html' },
  { file: 'pages/careers', key: 'week.lead', to: 'Swifts sleep at work.', on: 'careers.html' },
  { file: 'pages/blogs', key: 'head.lead', to: 'Owls keep the notebook.', on: 'blogs.html' },
  { file: 'pages/contact', key: 'join.heading', to: 'Ducks need no post.', on: 'contact.html' },
  { file: 'pages/faqs', key: 'head.lead', to: 'Answers by a parrot.', on: 'faqs.html' },
  {
    file: 'pages/article',
    key: 'closing.heading',
    to: 'Did your pelican differ?',
    on: 'blogs/salt-bears-a-grudge.html',
  },
  {
    file: 'pages/role',
    key: 'brief.heading',
    to: 'What a puffin does',
    on: 'careers/field-engineer.html',
  },
  {
    file: 'pages/venture',
    key: 'about.heading',
    to: 'How an albatross sees it',
    on: 'portfolio/saltwall.html',
  },
  {
    file: 'pages/legal',
    key: 'shortVersion.heading',
    to: 'As a sparrow puts it',
    on: 'terms.html',
  },
  { file: 'pages/404', key: 'head.lead', to: 'Only a cuckoo lives here.', on: '404.html' },
  // a form and its thanks, a question, a menu, the foot
  {
    file: 'forms/contact',
    key: 'hints.message',
    to: 'A feather will do.',
    on: 'contact.html',
  },
  { file: 'forms/eir', key: 'sent.heading', to: 'Your plan has wings', on: '_astro/EirForm.*.js' },
  {
    file: 'faqs/visit',
    key: 'question',
    to: 'Can I feed the geese?',
    on: 'faqs.html',
  },
  { file: 'navigation', key: 'menus.0.note', to: 'Who feeds the wrens', on: 'terms.html' },
  { file: 'words', key: 'footer.where', to: 'Where the plover rests', on: 'index.html' },
  // metadata
  {
    file: 'pages/investors',
    key: 'metadata.title',
    to: 'For investors, and for one jackdaw',
    on: 'investors.html',
  },
]

/** Changes the sentences in a folder of content, and nothing else. */
export async function changeSentences(content: string): Promise<void> {
  for (const { file, key, to } of CHANGES) {
    const path = join(content, `${file}.yaml`)
    const words = load(await readFile(path, 'utf8')) as object
    set(words, key.split('.'), to)
    await writeFile(path, dump(words))
  }
}

function set(words: object, [key = '', ...below]: string[], to: string): void {
  const old: unknown = Reflect.get(words, key)
  if (below.length > 0 && typeof old === 'object' && old) return set(old, below, to)
  if (typeof old !== 'string') throw new Error(`There is no text “${key}”.`)
  Reflect.set(words, key, to)
}
