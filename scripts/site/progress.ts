const EVERY_MS = 5_000
let printedAt = -Infinity

/**
 * Prints progress to standard error: in a terminal one changing line, elsewhere a line every 5 s.
 */
export function printProgress(words: string): void {
  const { stderr } = process
  if (stderr.isTTY) {
    stderr.write(`\r\u001b[K${words}`)
    return
  }
  if (performance.now() - printedAt < EVERY_MS) return
  printedAt = performance.now()
  stderr.write(`${words}\n`)
}

/** Ends the changing line. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
}
