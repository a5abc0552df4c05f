import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { offeredLists, waitlistProjects } from '#server/submissions/offered.ts'
import { lineOf, type Figure, type Subject } from '../figure.ts'
import { fill } from '../messages.ts'
import { slowStorage, type Cost } from './slow-storage.ts'

/** A filled store, and what measures what is done with it. */
export type BenchStore = Awaited<ReturnType<typeof openBenchStore>>

/** It answers what is to be said of its outcome; nothing where all is as it should be. */
type Act = () => Promise<string>

/** Something warm is done so often, and the median counts. */
const WARM_RUNS = 3

/** Fills a store with `size` messages, and a waitlist with as many entries. Its figures are added to `figures`. */
export async function openBenchStore(size: number, figures: Figure[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const blobs = await startBlobs({ file: join(folder, 'blobs.sqlite') })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  const storage = slowStorage(blobs.fetch)
  const messages = collectionOf(contact, {})
  forgetAll()
  const ids = await fill(messages, size)
  const [app] = await waitlistProjects()
  await fill(collectionOf(waitlist, { projectSlug: app?.slug }), size)
  // As whoever opens the overview does: no list of a store this large was never looked at.
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
    /** The ids that were written, newest first. */
    ids,
    /** How many of them are there still, and what was added. */
    alive: { count: size },
    storage,
    figures,
    /** Does it with this delay, prints what it cost and keeps the figure. */
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
      await blobs.close()
      await rm(folder, { recursive: true })
    },
  }
}
