import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import satori from 'satori'
import sharp from 'sharp'

/** The picture of a shared link: the page's title on the studio's ruler. */

/** What Open Graph's readers expect, in pixels. */
const SIZE = { width: 1_200, height: 630 }
const MARGIN = 72
const RULER = SIZE.width - 2 * MARGIN

const colours = { paper: '#f8f5ef', ink: '#131927', edge: '#818691', signal: '#f74700' }

type Node = { type: string; props: Record<string, unknown> }

const box = (style: Record<string, unknown>, children?: unknown): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const line = (left: number, top: number, width: number, height: number, background: string) =>
  box({ position: 'absolute', left, top, width, height, background })

/** A hundred ticks, every tenth long; the pointer stands at the end. */
const ruler = (top: number) => [
  line(MARGIN, top, RULER, 2, colours.ink),
  ...Array.from({ length: 101 }, (_, i) => {
    const isMajor = i % 10 === 0
    const left = MARGIN + (i * RULER) / 100
    return line(left, top, isMajor ? 2 : 1, isMajor ? 24 : 12, isMajor ? colours.ink : colours.edge)
  }),
  line(MARGIN + RULER - 3, top - 12, 6, 54, colours.signal),
]

const card = (title: string, name: string) =>
  box({ width: '100%', height: '100%', background: colours.paper, color: colours.ink }, [
    ...ruler(MARGIN),
    box(
      {
        position: 'absolute',
        left: MARGIN,
        bottom: 150,
        width: RULER,
        fontSize: title.length > 60 ? 68 : 92,
        lineHeight: 1,
        letterSpacing: '-0.03em',
        textWrap: 'balance',
      },
      title,
    ),
    box({ position: 'absolute', left: MARGIN, bottom: MARGIN - 8, fontSize: 38 }, name),
  ])

const { resolve } = createRequire(import.meta.url)
const font = readFile(
  resolve('@fontsource/mozilla-headline/files/mozilla-headline-latin-400-normal.woff'),
)

/** The card as PNG. Two inks and their shades: sixteen colours are enough. */
export async function socialCard(title: string, name: string): Promise<Buffer> {
  const fonts = [{ name: 'Display', data: await font, weight: 400 as const }]
  // Satori takes any tree that looks like React's.
  const svg = await satori(card(title, name) as never, { ...SIZE, fonts })
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16 }).toBuffer()
}
