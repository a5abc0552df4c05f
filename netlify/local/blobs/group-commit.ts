import type { DatabaseSync } from 'node:sqlite'

export type GroupCommit = ReturnType<typeof groupCommit>
type Waiting = { writes: boolean; perform: () => () => void; reject: (reason: unknown) => void }

/**
 * Runs all operations of one turn of the event loop in one transaction, so that they share one wait
 * for the disk. No answer leaves before the commit, not even a read's, so nobody sees what a crash
 * could take back. If one operation fails, the whole group is rolled back.
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
      const answers = group.map(({ perform }) => perform())
      commit.run()
      for (const answer of answers) answer()
    } catch (error) {
      for (const { reject } of group) reject(error)
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    }
  }

  return {
    /** Runs the operation with the next group. A group without writes doesn't wait for the disk. */
    run: <T>(writes: boolean, operation: () => T) =>
      new Promise<T>((resolve, reject) => {
        const perform = () => {
          const answer = operation()
          return () => {
            resolve(answer)
          }
        }
        if (waiting.push({ writes, perform, reject }) === 1) setImmediate(commitWaiting)
      }),
  }
}
