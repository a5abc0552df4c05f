import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { LoaderContext } from 'astro/loaders'
import { describe, expect, onTestFinished, test } from 'vitest'

import { articleLoader, loadArticles, newestFirst } from './load.ts'

/** The keys of a complete file. Each test changes one line. */
const keys = {
  title: 'A title of twenty letters',
  excerpt: `An excerpt that fits. ${'It goes on like this. '.repeat(4)}And it ends.`,
  date: '2025-02-28',
  category: 'Strategy',
  image: '/plates/one.svg',
}

const markdown = (own: Record<string, string | number> = {}, body = 'Some text.') =>
  `---\n${Object.entries({ ...keys, ...own })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n\n${body}\n`

const json = (own: Record<string, unknown> = {}) =>
  JSON.stringify({ ...keys, content: [{ type: 'paragraph', text: 'Some text.' }], ...own })

const facts = { name: 'A studio', city: 'Gurugram' }

async function foldersWith(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'articles-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folders = { articles: join(root, 'articles'), public: join(root, 'public') }
  await mkdir(folders.articles)
  await mkdir(join(folders.public, 'plates'), { recursive: true })
  await writeFile(join(folders.public, 'plates/one.svg'), '<svg/>')
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folders.articles, name), text)
  }
  return folders
}

async function load(files: Record<string, string>) {
  const folders = await foldersWith(files)
  const { articles, remarks } = await loadArticles(folders, facts)
  const root = dirname(folders.articles)
  return { articles, remarks: remarks.map((remark) => remark.replaceAll(`${root}/`, '')) }
}

describe('missing keys', () => {
  test('come from the file name, the slug, the date and the word count', async () => {
    const body = Array.from({ length: 500 }, () => 'word').join(' ')
    const { articles, remarks } = await load({ 'Ninety Days é.md': markdown({}, body) })
    expect(remarks).toEqual([])
    expect(articles).toEqual([
      {
        ...keys,
        slug: 'ninety-days-e',
        id: 'ninety-days-e',
        modified: '2025-02-28',
        // 500 words at 200 words per minute.
        readingTime: 3,
        keywords: [],
        content: [{ type: 'paragraph', text: body }],
      },
    ])
  })

  test('count as missing if they have no value', async () => {
    const { articles } = await load({ 'one.md': markdown({ slug: '', id: '', readingTime: '' }) })
    expect(articles[0]).toMatchObject({ slug: 'one', id: 'one', readingTime: 1 })
  })
})

describe('written keys', () => {
  test('override the defaults, except for the author', async () => {
    const own = { slug: 'other', id: 7, readingTime: 9, modified: '2025-03-02' }
    const keys = { ...own, author: 'Ada', keywords: '[a, b]' }
    const { articles } = await load({ 'one.md': markdown(keys) })
    expect(articles[0]).toMatchObject({ ...own, id: '7', keywords: ['a', 'b'] })
    expect(articles[0]).not.toHaveProperty('author')
  })

  test('may follow a byte order mark and use other line ends', async () => {
    const { articles } = await load({ 'one.md': `\uFEFF${markdown().replaceAll('\n', '\r\n')}` })
    expect(articles).toHaveLength(1)
  })

  test('may contain the body as JSON blocks', async () => {
    const content = [
      { type: 'heading', text: 'Two by default' },
      { type: 'list', items: ['one', 'two'] },
      { type: 'quote', text: 'Said', author: 'Ada' },
      { type: 'video', src: 'x' },
    ]
    const { articles, remarks } = await load({
      'one.json': json({ content, readingTime: '6 min read' }),
    })
    expect(articles[0]).toMatchObject({
      slug: 'one',
      readingTime: 6,
      content: [
        { type: 'heading', level: 2, text: 'Two by default' },
        { type: 'list', ordered: false, items: ['one', 'two'] },
        { type: 'quote', text: 'Said', author: 'Ada' },
        { type: 'unknown', name: 'video' },
      ],
    })
    expect(remarks).toEqual(['articles/one.json: block 4, “video”, is not shown.'])
  })
})

test('facts are filled into keys and text', async () => {
  const { articles } = await load({
    'a.md': markdown({ caption: 'Drawn in {city}' }, '- In [{city}](/contact)'),
  })
  expect(articles[0]).toMatchObject({
    caption: 'Drawn in Gurugram',
    content: [{ items: ['In [Gurugram](/contact)'] }],
  })
})

test('a title and an excerpt that fit into no search result get a remark', async () => {
  const { articles, remarks } = await load({
    'a.md': markdown({ title: 'Short' }),
    'b.md': markdown({ excerpt: 'Short.' }),
  })
  expect(articles).toHaveLength(2)
  expect(remarks).toEqual([
    'articles/a.md: “title” is “Short”; it must have 20 to 60 characters with the studio’s name, and has 16.',
    'articles/b.md: “excerpt” is “Short.”; it must have 110 to 155 characters, and has 6.',
  ])
})

describe('a wrong file is skipped with a remark, and the others load', () => {
  const image = 'it must be the path of a file in public, such as /plates/article-strategy.svg'
  const slug = 'it must be small letters, digits and hyphens, such as ninety-days'
  const day = 'it must be a day such as 2026-12-04'

  test.each([
    ['no title', { title: '' }, '“title” is missing; it must be the headline'],
    ['a list as title', { title: '[a]' }, '“title” is a list; it must be the headline'],
    ['no excerpt', { excerpt: '' }, '“excerpt” is missing; it must be one or two sentences'],
    ['no date', { date: '' }, `“date” is missing; ${day}`],
    ['another order of the date', { date: '28/02/2025' }, `“date” is “28/02/2025”; ${day}`],
    ['a day that never was', { date: '2025-02-30' }, `“date” is “2025-02-30”; ${day}`],
    ['a wrong last change', { modified: 'today' }, `“modified” is “today”; ${day}`],
    ['no category', { category: '' }, '“category” is missing; it must be a word such as Strategy'],
    ['no image', { image: '' }, `“image” is missing; ${image}`],
    ['an image elsewhere', { image: '//x.test/a.png' }, `“image” is “//x.test/a.png”; ${image}`],
    ['a slug with a slash', { slug: 'a/b' }, `“slug” is “a/b”; ${slug}`],
    [
      'half a minute',
      { readingTime: 0.5 },
      '“readingTime” is 0.5; it must be a whole number of minutes',
    ],
    [
      'no minutes',
      { readingTime: '0 min' },
      '“readingTime” is “0 min”; it must be a whole number of minutes',
    ],
    ['keywords in a row', { keywords: 'a' }, '“keywords” is “a”; it must be a list of words'],
    [
      'an unknown fact',
      { title: 'In {town}' },
      '“title”: “{town}” names no word or figure of content/studio.yaml',
    ],
    ['an unknown key', { catgory: 'x' }, '“catgory” is no key that is known here'],
  ])('%s', async (_, own, why) => {
    const { articles, remarks } = await load({ 'a.md': markdown(own), 'b.md': markdown() })
    expect(remarks).toEqual([`articles/a.md is skipped: ${why}.`])
    expect(articles.map((article) => article.slug)).toEqual(['b'])
  })

  test('a missing image', async () => {
    const { remarks } = await load({ 'a.md': markdown({ image: '/plates/two.svg' }) })
    const why = '“image” names /plates/two.svg, which is not in public'
    expect(remarks).toEqual([`articles/a.md is skipped: ${why}.`])
  })

  test.each([
    ['no keys', 'Only text.', 'it must begin with its keys between two lines of “---”'],
    [
      'keys without an end',
      '---\ntitle: x\n',
      'it must begin with its keys between two lines of “---”',
    ],
    [
      'a list for keys',
      '---\n- a\n---\n',
      'the file is a list; it must be a document of “key: value” lines',
    ],
    [
      'one word for keys',
      '---\nword\n---\n',
      'the file is “word”; it must be a document of “key: value” lines',
    ],
    [
      'a slip in the keys',
      '---\ntitle: a\nexcerpt: "b\n---\nx',
      'line 4 is not YAML (unexpected end of the stream within a double quoted scalar)',
    ],
    [
      'no text',
      markdown({}, ''),
      '“content” is empty; it must have text below the lines of dashes',
    ],
  ])('%s', async (_, text, why) => {
    const { articles, remarks } = await load({ 'a.md': text })
    expect(remarks).toEqual([`articles/a.md is skipped: ${why}.`])
    expect(articles).toEqual([])
  })

  test.each([
    ['a missing text', { type: 'paragraph' }, 'block 2, “text” is missing; it must be text'],
    [
      'an empty item',
      { type: 'list', items: ['a', ' '] },
      'block 2, “items”, number 2 is “ ”; it must be text',
    ],
    ['no items', { type: 'list', items: [] }, 'block 2, “items” is empty; it must have an item'],
    [
      'a level in words',
      { type: 'heading', text: 'a', level: 'h2' },
      'block 2, “level” is “h2”; it must be 2, 3 or 4',
    ],
    [
      'no type',
      { text: 'a' },
      'block 2, “type” is missing; it must be heading, paragraph, list or quote',
    ],
    [
      'a strange key',
      { type: 'quote', text: 'a', by: 'b' },
      'block 2, “by” is no key that is known here',
    ],
  ])('a block with %s', async (_, block, why) => {
    const content = [{ type: 'paragraph', text: 'Fine.' }, block]
    const { remarks } = await load({ 'a.json': json({ content }) })
    expect(remarks).toEqual([`articles/a.json is skipped: ${why}.`])
  })

  test('text with a JSON error', async () => {
    const { remarks } = await load({ 'a.json': '{"title": }' })
    expect(remarks[0]).toMatch(/^articles\/a\.json is skipped: it is not JSON \(.+\)\.$/)
  })

  test('several mistakes in one file give one remark', async () => {
    const { remarks } = await load({ 'a.md': markdown({ title: '', date: 'x' }) })
    expect(remarks[0]).toContain('“title” is missing; it must be the headline; “date” is “x”; it')
  })

  test('the second file with the same slug is skipped', async () => {
    const { articles, remarks } = await load({
      'a.md': markdown({ title: 'The first with this name' }),
      'b.md': markdown({ slug: 'a' }),
    })
    expect(remarks).toEqual(['articles/b.md is skipped: “slug” a is taken by articles/a.md.'])
    expect(articles.map(({ title }) => title)).toEqual(['The first with this name'])
  })
})

test('a file that is named like its address keeps it', async () => {
  const { articles, remarks } = await load({
    'a.md': markdown({ slug: 'b', title: 'The newcomer' }),
    'b.md': markdown({ title: 'The one that was there' }),
  })
  expect(remarks).toEqual(['articles/a.md is skipped: “slug” b is taken by articles/b.md.'])
  expect(articles.map(({ title }) => title)).toEqual(['The one that was there'])
})

test('hidden files and those with an underscore are ignored', async () => {
  const { articles, remarks } = await load({ '_draft.md': '', '.a.md': '' })
  expect([articles, remarks]).toEqual([[], []])
})

test.each(['a.markdown', 'a.mdx', 'a.MD', 'notes.txt'])(
  '%s is named as no article',
  async (name) => {
    const { articles, remarks } = await load({ [name]: markdown() })
    expect(articles).toEqual([])
    expect(remarks).toEqual([`articles/${name} is skipped: its name must end in .md or .json.`])
  },
)

test('without a folder there is no article', async () => {
  const folders = await foldersWith({})
  await rm(folders.articles, { recursive: true })
  expect(await loadArticles(folders, facts)).toEqual({ articles: [], remarks: [] })
})

test('the newest article comes first, and equal dates keep a fixed order', () => {
  const articles = [
    { date: '2025-02-28', slug: 'b' },
    { date: '2025-03-01', slug: 'c' },
    { date: '2024-12-31', slug: 'd' },
    { date: '2025-02-28', slug: 'a' },
  ]
  expect(articles.sort(newestFirst).map(({ slug }) => slug)).toEqual(['c', 'a', 'b', 'd'])
})

test('the build loads correct articles and logs the wrong ones', async () => {
  const folders = await foldersWith({
    'right.md': markdown(),
    'wrong.md': markdown({ date: 'soon' }),
  })

  const stored = new Map([['gone', {}]])
  const warnings: string[] = []
  const context = {
    store: {
      clear: () => stored.clear(),
      set: ({ id, data }: { id: string; data: object }) => stored.set(id, data),
    },
    logger: { warn: (warning: string) => warnings.push(warning) },
  }
  // The loader reads nothing else from the context.
  const siteOf = () => ({ facts, isShown: () => true })
  await articleLoader(folders, siteOf).load(context as never as LoaderContext)

  expect([...stored.keys()]).toEqual(['right'])
  expect(warnings).toEqual([
    `${folders.articles}/wrong.md is skipped: “date” is “soon”; it must be a day such as 2026-12-04.`,
  ])
})
