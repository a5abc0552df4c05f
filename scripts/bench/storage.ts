import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openBenchStore } from './stage/store.ts'
import { HEADER, type Figure } from './figure.ts'
import { measureBare } from './storage/bare.ts'
import { measureChanges, thinOut, measureSubmissions } from './storage/writes.ts'
import { measureReads } from './storage/reads.ts'

/**
 * Measures storage requests and milliseconds with many records in the store, in a new instance
 * (cold) and in a warm one. `npm run bench storage -- 1000 calm` measures only this size and this
 * part.
 */

/** Records in the store, unless arguments name other sizes. */
const SIZES = [1_000, 100_000, 300_000]
/** The latency of Netlify's storage on a bad day and on a good one. */
const DELAYS_MS = [50, 5]
const PARTS = ['calm', 'bare', 'thinned'] as const
/** At this size half of the records are deleted and reads are measured again. */
const THINNED_SIZE = 100_000

const FILE = '.cache/bench-storage.json'

export async function storageBench() {
  const asked = process.argv.slice(2)
  const sizes = asked.map(Number).filter(Number.isInteger)
  const parts = PARTS.filter((part) => asked.includes(part))
  const figures: Figure[] = []
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    await measure(size, figures, parts.length > 0 ? parts : PARTS)
  }
  const red = figures.filter(({ targets }) => targets.some(({ isMet }) => !isMet)).length
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, JSON.stringify({ at: new Date().toISOString(), figures }, null, 2))
  console.log(`\n${figures.length} figures, ${red} of them RED: ${FILE}`)
}

async function measure(size: number, figures: Figure[], parts: readonly (typeof PARTS)[number][]) {
  const records = `${size.toLocaleString('en')} records`
  console.log(`\n${records}: filling …`)
  const store = await openBenchStore(size, figures)
  const eachDelay = async (what: string, act: (delayMs: number) => Promise<void>) => {
    for (const delayMs of DELAYS_MS) {
      console.log(`\n${records}, ${what}, ${delayMs} ms added to each request\n${HEADER}`)
      await act(delayMs)
    }
  }
  try {
    if (parts.includes('calm')) {
      await eachDelay('calm', (delayMs) => measureReads(store, 'calm', delayMs))
      await eachDelay('changed', (delayMs) => measureChanges(store, delayMs))
      await eachDelay('sent', (delayMs) => measureSubmissions(store, delayMs))
    }
    if (parts.includes('bare')) {
      await eachDelay('no derived key', (delayMs) =>
        measureBare(store, delayMs, delayMs === DELAYS_MS[0]),
      )
    }
    if (parts.includes('thinned') && size === THINNED_SIZE) {
      console.log(`\n${records}: deleting half of them …`)
      await thinOut(store)
      await eachDelay('half of them deleted', (delayMs) => measureReads(store, 'thinned', delayMs))
    }
  } finally {
    await store.close()
  }
}
