import { inflateSync } from 'node:zlib'

/** PDF points: the foot of a sheet holds its number only (18 mm, base/print.css). */
const FOOT = 51

/**
 * How far down each sheet of a PDF the text reaches, from 0 to 1. It reads what Chromium writes: a
 * compressed stream of operators for each page, whose axes are only moved and scaled.
 */
export function sheetFills(pdf: Buffer): number[] {
  const text = pdf.toString('latin1')
  const height = Number(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(text)?.[1])
  const contents = [...text.matchAll(/\/Type \/Page\b[^]*?\/Contents (\d+) 0 R/g)]
  return contents.map(([, id]) => {
    const object = text.indexOf(`\n${id} 0 obj`)
    const start = text.indexOf('stream\n', object) + 'stream\n'.length
    const stream = inflateSync(pdf.subarray(start, text.indexOf('endstream', start)))
    const tops = baselines(stream.toString('latin1')).map((y) => height - y)
    return Math.max(0, ...tops.filter((top) => top < height - FOOT)) / (height - FOOT)
  })
}

/** The heights of all lines of text above the foot of the paper, in points. */
function baselines(operators: string): number[] {
  const found: number[] = []
  const saved: { scale: number; offset: number }[] = []
  let now = { scale: 1, offset: 0 }
  for (const line of operators.split('\n')) {
    const [, , , d = 0, , f = 0] = line.split(' ').map(Number)
    if (line === 'q') saved.push(now)
    else if (line === 'Q') now = saved.pop() ?? now
    else if (line.endsWith(' cm')) {
      now = { scale: now.scale * d, offset: f * now.scale + now.offset }
    } else if (line.endsWith(' Tm')) found.push(f * now.scale + now.offset)
  }
  return found
}
