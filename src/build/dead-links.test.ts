import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deadLinksIn } from './dead-links.ts'

/** Writes these files into a folder of their own, and returns it. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'links-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const read = async (home: string, content: Record<string, string> = {}) => {
  const about = '<h2 id="who we are">Who</h2><a name="not-an-id" href="/">Home</a>'
  const dist = await folderOf({
    'index.html': home,
    'about.html': about,
    'blogs/one.html': '<a href="/about#who%20we%20are">Who</a>',
    'rss.xml': '<rss/>',
  })
  return deadLinksIn(dist, await folderOf({ 'pages/home.yaml': '', ...content }))
}

test.each([
  ['/about'],
  ['/'],
  ['#here'],
  ['/about#who%20we%20are'],
  ['/blogs/one'],
  ['/rss.xml'],
  ['/about?from=home'],
  ['https://elsewhere.example/nothing'],
  ['https://elsewhere.example/%E9tude'],
  ['mailto:a@b.example'],
])('the link to %s leads somewhere', async (href) => {
  expect(await read(`<p id="here"></p><a href="${href}">there</a>`)).toEqual([])
})

test.each([
  ['/abuot'],
  ['/about#whom'],
  ['#there'],
  ['/about/'],
  ['/blogs'],
  ['/about#not-an-id'],
  ['/100%'],
  ['/%E9tude'],
  ['#100%'],
  ['http://'],
])('the link to %s leads to nothing', async (href) => {
  expect(await read(`<p id="here"></p><template><a href="${href}">x</a></template>`)).toEqual([
    `The page /: the link to “${href}” leads to nothing on this site.`,
  ])
})

test('the sentence names each file of content that has the link, and no other', async () => {
  const found = await read('<a href="/abuot">a</a><a href="/abuot">b</a>', {
    'pages/home.yaml': 'action: { label: About, href: /abuot }',
    'articles/one.md': 'Read [about us](/abuot).',
    'articles/two.md': 'Read [about us](/abuot-not) and [us](/abuot#not).',
  })
  expect(found.map((one) => one.replace(/^.*\/links-\w+\//, ''))).toEqual([
    'articles/one.md: the link to “/abuot” leads to nothing on this site.',
    'pages/home.yaml: the link to “/abuot” leads to nothing on this site.',
  ])
})

test('an app without a page is found in the guide for machines', async () => {
  const guide = '- [About](https://studio.test/about)\n- [New](https://studio.test/new-app)\n'
  const dist = await folderOf({ 'index.html': '', 'about.html': '', 'llms.txt': guide })
  expect(await deadLinksIn(dist, await folderOf({ 'pages/home.yaml': '' }))).toEqual([
    'The page /llms.txt: the link to “/new-app” leads to nothing on this site.',
  ])
})
