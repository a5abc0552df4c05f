import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf, offeredLists } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { lineOf, type Figure, type Subject } from '../figure.ts'
import { fill } from '../messages.ts'
import { openBenchBlobs, type Cost } from './this-process.ts'

export type BenchStore = Awaited<ReturnType<typeof openBenchStore>>

/** Returns a note about the outcome, empty if everything is right. */
type Act = () => Promise<string>

/** A warm act runs this often; the median counts. */
const WARM_RUNS = 3

/**
 * Fills a store with `size` messages, and a waitlist with as many entries. Its figures are added to
 * `figures`.
 */
export async function openBenchStore(size: number, figures: Figure[]) {
  const storage = await openBenchBlobs()
  const messages = collectionOf(contact, {})
  forgetAll()
  const ids = await fill(messages, size)
  const [app] = await waitlistProjects()
  await fill(collectionOf(waitlist, { projectSlug: app?.slug }), size)
  // In a real store of this size, the overview has read every list before.
  for (const one of await offeredLists()) await total(one)

  async function costOf(act: Act): Promise<Cost & { note: string }> {
    let note = ''
    const noted = async () => {
      note = await act().catch((error: unknown) => `FAILED: ${String(error)}`)
    }
    return { ...(await storage.costOf(noted)), note }
  }

  async function runsOf(memory: Subject['memory'], act: Act) {
    if (memory === 'cold') forgetAll()
    const runs = [await costOf(act)]
    while (memory === 'warm' && runs.length < WARM_RUNS) runs.push(await costOf(act))
    const inOrder = runs.sort((a, b) => a.ms - b.ms)
    return inOrder[inOrder.length >> 1] ?? costOf(act)
  }

  return {
    messages,
    /** All written ids, newest first. */
    ids,
    alive: { count: size },
    figures,
    /** Runs an act with this delay; prints and keeps the figure. */
    async measure(delayMs: number, { targets = [], ...subject }: Subject, act: Act) {
      storage.delayBy(delayMs)
      const cost = await runsOf(subject.memory, act)
      storage.delayBy(0)
      const isRight = !/^(FAILED|WRONG)/.test(cost.note)
      const figure: Figure = {
        ...{ records: size, delayMs, memory: '', ...subject, ...cost },
        targets: targets.map(({ words, isMet }) => ({
          words,
          isMet: isRight && isMet(cost, delayMs),
        })),
      }
      figures.push(figure)
      console.log(lineOf(figure))
    },
    async close() {
      forgetAll()
      await storage.close()
    },
  }
}
