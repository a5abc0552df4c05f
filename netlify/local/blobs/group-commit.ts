import type { DatabaseSync } from 'node:sqlite'

export type GroupCommit = ReturnType<typeof groupCommit>
type Waiting = { writes: boolean; perform: () => () => void; reject: (reason: unknown) => void }

/**
 * Runs all operations of one event loop turn in one transaction, so they wait for the disk once.
 * Reads are answered after the commit too, so no client sees data that a crash could undo. If one
 * operation fails, the whole group is rolled back.
 */
export function groupCommit(database: DatabaseSync) {
  const beginReading = database.prepare('BEGIN')
  const beginWriting = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  let waiting: Waiting[] = []

  function commitWaiting() {
    const group = waiting
    waiting = []
    try {
      const begin = group.some(({ writes }) => writes) ? beginWriting : beginReading
      begin.run()
      const replies = group.map(({ perform }) => perform())
      commit.run()
      for (const reply of replies) reply()
    } catch (error) {
      for (const { reject } of group) reject(error)
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    }
  }

  return {
    /** Adds the operation to the next group. A group without writes doesn't wait for the disk. */
    run: <T>(writes: boolean, operation: () => T) =>
      new Promise<T>((resolve, reject) => {
        const perform = () => {
          const reply = operation()
          return () => {
            resolve(reply)
          }
        }
        if (waiting.push({ writes, perform, reject }) === 1) setImmediate(commitWaiting)
      }),
  }
}
