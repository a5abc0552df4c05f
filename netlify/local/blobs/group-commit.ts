import type { DatabaseSync } from 'node:sqlite'

/** Runs operations, those of one turn of the event loop together. */
export type GroupCommit = ReturnType<typeof groupCommit>
type Waiting = { writes: boolean; perform: () => () => void; reject: (reason: unknown) => void }

/**
 * Group commit: what arrives in one turn of the event loop runs in order in one transaction, and
 * shares its one wait for the disk. No answer leaves before the commit, not even a read's, so nobody
 * sees what a crash could take back. If anything fails, nothing of the group has happened.
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
    /** Runs the operation with the coming group; a group that only reads waits for no disk. */
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
