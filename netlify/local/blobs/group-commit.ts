import type { DatabaseSync } from 'node:sqlite'

export type Turns = ReturnType<typeof turns>
type Waiting = { writes: boolean; perform: () => () => void; reject: (reason: unknown) => void }

/**
 * Group commit: what arrives in one turn of the event loop runs in order in one transaction, and
 * shares its one wait for the disk. No answer leaves before the commit, not even a read's, so nobody
 * sees what a crash could take back. If anything fails, nothing of the turn has happened.
 */
export function turns(database: DatabaseSync) {
  const beginReading = database.prepare('BEGIN')
  const beginWriting = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  let waiting: Waiting[] = []

  function take() {
    const turn = waiting
    waiting = []
    try {
      const begin = turn.some(({ writes }) => writes) ? beginWriting : beginReading
      begin.run()
      const answers = turn.map(({ perform }) => perform())
      commit.run()
      for (const answer of answers) answer()
    } catch (error) {
      for (const { reject } of turn) reject(error)
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    }
  }

  return {
    /** Runs the operation in the coming turn; a turn that only reads waits for no disk. */
    run: <T>(writes: boolean, operation: () => T) =>
      new Promise<T>((resolve, reject) => {
        const perform = () => {
          const answer = operation()
          return () => {
            resolve(answer)
          }
        }
        if (waiting.push({ writes, perform, reject }) === 1) setImmediate(take)
      }),
  }
}
