const EVERY_MS = 5_000
let toldAt = -Infinity

/** Tells on standard error how far something is: in one line that changes, or now and then a new one. */
export function tellProgress(words: string): void {
  const { stderr } = process
  if (stderr.isTTY) {
    stderr.write(`\r\u001b[K${words}`)
    return
  }
  if (performance.now() - toldAt < EVERY_MS) return
  toldAt = performance.now()
  stderr.write(`${words}\n`)
}

/** Leaves the line that changes for good. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
}
