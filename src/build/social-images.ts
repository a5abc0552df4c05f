import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'

import { parse } from 'parse5'

import { afterBuild } from './after-build.ts'
import { elements } from './inspect-html.ts'
import { socialCard } from './social-card.ts'

/** After the build: draws each page's picture for shared links, from its title. */
export const socialImages = () =>
  afterBuild('social-images', async ({ dist, logger }) => {
    logger.info(`${await drawSocialImages(dist)} pictures for shared links drawn`)
  })

async function drawSocialImages(dist: string): Promise<number> {
  const files = await readdir(dist, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html')).values()
  let drawn = 0
  // Several workers share one queue: one compresses a card while another sets the next.
  const drawAll = async () => {
    for (const page of pages) if (await drawSocialImage(dist, page)) drawn++
  }
  await Promise.all(Array.from({ length: availableParallelism() }, drawAll))
  return drawn
}

/** Resolves to false for a page that names no picture. */
async function drawSocialImage(dist: string, page: string): Promise<boolean> {
  const meta = metaOf(await readFile(`${dist}/${page}`, 'utf8'))
  const [image, title, name] = ['og:image', 'og:title', 'og:site_name'].map((key) => meta.get(key))
  if (!image || !title || !name) return false
  const file = dist + new URL(image).pathname
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await socialCard(title, name))
  return true
}

/** Every <meta property> of the page with its content. */
function metaOf(html: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const { tagName, attrs } of elements(parse(html))) {
    if (tagName !== 'meta') continue
    const of = new Map(attrs.map(({ name, value }) => [name, value]))
    found.set(of.get('property') ?? '', of.get('content') ?? '')
  }
  return found
}
