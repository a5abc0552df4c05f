import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** The icons of the web manifest, drawn from the favicon on the studio's paper colour. */
const SIZES_PX = [192, 512]
const PAPER = '#f8f5ef'

export const getStaticPaths = () => SIZES_PX.map((size) => ({ params: { size: String(size) } }))

export async function GET({ params }: { params: { size: string } }): Promise<Response> {
  const size = Number(params.size)
  // A maskable icon may lose a fifth at its edges.
  const mark = await sharp(await readFile('public/favicon.svg'), { density: 1_000 })
    .resize(Math.round(size * 0.6))
    .toBuffer()
  const png = await sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: mark }])
    .png({ palette: true })
    .toBuffer()
  return new Response(new Uint8Array(png))
}
