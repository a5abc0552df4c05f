import type { InboxRecord } from '#api/admin-contract.ts'

type Records = readonly InboxRecord[]

/** Runs batches one after the other; a record that is queued already is not done twice. */
export function newQueue() {
  let last: Promise<unknown> = Promise.resolve()
  const queued = new Set<string>()
  let batches = 0
  return {
    /** More than the one that is running. */
    isLong: () => batches > 1,
    add(asked: Records, run: (records: Records) => Promise<void>): Promise<void> {
      const records = asked.filter(({ id }) => !queued.has(id))
      batches++
      for (const { id } of records) queued.add(id)
      const running = last.then(() => run(records))
      last = running.finally(() => {
        batches--
        for (const { id } of records) queued.delete(id)
      })
      return running
    },
  }
}
