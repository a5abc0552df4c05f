import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from '#api/commands.ts'
import { isLoopback } from '#server/http/network.ts'

/** An error whose message is written for the person who typed the command. */
export class Stop extends Error {
  override name = 'Stop'
}

/** Runs a command. An error prints its message without a stack; the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    // Environment variables override the file.
    if (existsSync('.env')) process.loadEnvFile('.env')
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'Something unexpected went wrong.')
    process.exitCode = 1
  }
}

/** The site that a command names, if any. */
export function oneSite([site, ...others]: readonly string[], command: Command) {
  if (others.length === 0) return site
  throw new Stop(`Name one site: npm run ${command} -- https://your.domain`)
}

/** The origin of a given site. It receives a password, so it must use https or be local. */
export function siteAddress(given: string): string {
  const url = URL.parse(given)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Stop(`"${given}" is no address. Write it as https://your.domain.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Stop('Write the address with https: a password must not travel in the open.')
  }
  if (url.username || url.password) throw new Stop('Leave name and password out of the address.')
  return url.origin
}

/**
 * Runs `act` when the parent process ends, because that closes the IPC channel of `run.mjs`.
 * The channel itself doesn't keep this process alive.
 */
export function whenAbandoned(act: () => void): void {
  if (!process.channel) return
  process.on('disconnect', act)
  process.channel.unref()
}

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
