import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'

import { parse } from 'parse5'
import satori from 'satori'
import sharp from 'sharp'

import { PICTURE_PX } from '../seo/page-metadata.ts'
import { evenLines } from '../text/even-lines.ts'
import { afterBuild } from './after-build.ts'
import { elements } from './inspect-html.ts'

/** After the build: draws each page's picture for shared links, from its title. */
export const socialImages = () =>
  afterBuild('social-images', async ({ dist, logger }) => {
    const { drawn, remarks } = await drawSocialImages(dist)
    for (const remark of remarks) logger.warn(remark)
    logger.info(`${drawn} pictures for shared links drawn`)
  })

/** Also returns a sentence for each page whose picture lacks a sign. */
export async function drawSocialImages(dist: string) {
  const files = await readdir(dist, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html')).values()
  let drawn = 0
  const remarks: string[] = []
  // Several workers share one queue: one compresses a card while another sets the next.
  const drawAll = async () => {
    for (const page of pages) {
      const lacking = await drawSocialImage(dist, page)
      if (lacking) drawn++
      if (lacking?.length)
        remarks.push(
          `${page}: no font has ${lacking.map((sign) => `“${sign}”`).join(', ')}; the picture of its shared link shows a box there.`,
        )
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, drawAll))
  return { drawn, remarks: remarks.sort() }
}

/** Resolves to the signs that no font has, or to undefined for a page that names no picture. */
async function drawSocialImage(dist: string, page: string): Promise<string[] | undefined> {
  const meta = metaOf(await readFile(`${dist}/${page}`, 'utf8'))
  const [image, title, name] = ['og:image', 'og:title', 'og:site_name'].map((key) => meta.get(key))
  if (!image || !title || !name) return undefined
  const file = dist + new URL(image).pathname
  await mkdir(dirname(file), { recursive: true })
  const { png, lacking } = await socialCard(title, name)
  await writeFile(file, png)
  return lacking
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

const MARGIN_PX = 72
const RULER_PX = PICTURE_PX.width - 2 * MARGIN_PX

const colours = { paper: '#f8f5ef', ink: '#131927', edge: '#818691', signal: '#f74700' }

type SatoriNode = { type: string; props: Record<string, unknown> }
type Children = string | SatoriNode[]

const line = (style: Record<string, unknown>, children: Children): SatoriNode => ({
  type: 'div',
  props: { style: { position: 'absolute', left: MARGIN_PX, width: RULER_PX, ...style }, children },
})

const FOOT_PX = MARGIN_PX - 8

/** The words. Satori draws them as outlines. */
function words(title: string, name: string): SatoriNode {
  // The home page's title begins with the name.
  const children = title.startsWith(name)
    ? [headline(title, FOOT_PX)]
    : [headline(title, 150), line({ bottom: FOOT_PX, fontSize: 38 }, name)]
  const style = { display: 'flex', width: '100%', height: '100%', color: colours.ink }
  return { type: 'div', props: { style, children } }
}

/** A title's size and the characters of a line, by the title's length. */
const LARGE = { upTo: 60, fontSize: 92, longest: 24 }
const SMALL = { fontSize: 68, longest: 32 }

/** Satori would break words at their hyphens, so the lines are broken here. */
function headline(title: string, bottom: number): SatoriNode {
  const { fontSize, longest } = title.length > LARGE.upTo ? SMALL : LARGE
  const style = {
    display: 'flex',
    flexDirection: 'column',
    lineHeight: 1,
    letterSpacing: '-0.03em',
  }
  const lines = evenLines(title, longest).map((text) => ({
    type: 'div',
    props: { children: text },
  }))
  return line({ ...style, bottom, fontSize }, lines)
}

/** Every `every`th tick of a ruler with a hundred, as one path. */
const ticks = (every: number, length: number) =>
  Array.from({ length: 100 / every + 1 }, (_, i) => {
    const x = MARGIN_PX + (i * every * RULER_PX) / 100
    return `M${x} ${MARGIN_PX}v${length}`
  }).join('')

const ground = `<path fill="${colours.paper}" d="M0 0h${PICTURE_PX.width}v${PICTURE_PX.height}H0z"/>
<path stroke="${colours.edge}" d="${ticks(1, 12)}"/>
<path stroke="${colours.ink}" stroke-width="2" d="${ticks(10, 24)}M${MARGIN_PX} ${MARGIN_PX}h${RULER_PX}"/>
<path stroke="${colours.signal}" stroke-width="6" d="M${MARGIN_PX + RULER_PX} ${MARGIN_PX - 12}v54"/>`

const { resolve } = createRequire(import.meta.url)
const headlineFile = (letters: string) =>
  resolve(`@fontsource/mozilla-headline/files/mozilla-headline-${letters}-400-normal.woff`)

/** The headlines' font, its rarer letters, and ₹ with arrows (public/fonts/README.txt). */
const fonts = Promise.all(
  [
    headlineFile('latin'),
    headlineFile('latin-ext'),
    new URL('marks-regular.woff', import.meta.url),
  ].map(async (file, nth) => ({
    name: `Display ${nth}`,
    data: await readFile(file),
    weight: 400 as const,
  })),
)

/**
 * The picture of a shared link as PNG: the page's title on the studio's ruler; and the signs that no
 * font has. It keeps full colour, because a palette halves its 25 KB but takes five times as long.
 */
async function socialCard(title: string, name: string) {
  const lacking = new Set<string>()
  // Satori takes any tree that looks like React's.
  const svg = await satori(words(title, name) as never, {
    ...PICTURE_PX,
    fonts: await fonts,
    // It asks for what no font has, and takes none as an answer.
    loadAdditionalAsset: (_, text) => {
      for (const { segment } of new Intl.Segmenter().segment(text)) lacking.add(segment)
      return Promise.resolve([])
    },
  })
  // The ground comes first, so it is below the words.
  const png = await sharp(Buffer.from(svg.replace('>', `>${ground}`)))
    .png()
    .toBuffer()
  return { png, lacking: [...lacking].sort() }
}
