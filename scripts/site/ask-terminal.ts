import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const silence = new Writable({
  write(_chunk, _encoding, done) {
    done()
  },
})

/**
 * Reads a line from the terminal and hides a secret one. Questions go to standard error. The signal
 * ends the question.
 */
export async function askTerminal(
  question: string,
  isSecret: boolean,
  signal?: AbortSignal,
): Promise<string> {
  // The silent output would not print the question.
  if (isSecret) process.stderr.write(question)
  const output = isSecret ? silence : process.stderr
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  signal?.addEventListener('abort', () => {
    terminal.close()
  })
  // The silent output prints no line end.
  if (isSecret) terminal.once('close', () => process.stderr.write('\n'))
  // Ctrl-C and Ctrl-D close the terminal without an answer.
  const unanswered = new Promise<never>((_, reject) => {
    terminal.once('close', () => {
      reject(new Error('Nothing was given.'))
    })
  })
  const answer = await Promise.race([terminal.question(isSecret ? '' : question), unanswered])
  terminal.close()
  return answer
}
