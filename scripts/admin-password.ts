import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { hashPassword } from '#server/admin/password.ts'

/** `npm run admin:password`: prints the setting that lets a password in, and never the password. */

const LEAST_CHARACTERS = 12

const silence = new Writable({
  write(_chunk, _encoding, done) {
    done()
  },
})

/** Reads a line that does not show. Standard output is for the setting and nothing else. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true })
  terminal.once('close', () => process.stderr.write('\n'))
  // Ctrl-C and Ctrl-D leave without an answer.
  const unanswered = new Promise<never>((_, reject) => {
    terminal.once('close', () => {
      reject(new Error('No password was given.'))
    })
  })
  const answer = await Promise.race([terminal.question(''), unanswered])
  terminal.close()
  return answer
}

async function newPassword(): Promise<string> {
  const { isTTY } = process.stdin
  const password = isTTY
    ? await ask('Password: ')
    : ((await text(process.stdin)).split(/\r?\n/)[0] ?? '')
  if (password.length < LEAST_CHARACTERS) {
    throw new Error(`The password needs at least ${LEAST_CHARACTERS} characters.`)
  }
  if (!isTTY || (await ask('Once more: ')) === password) return password
  throw new Error('The two passwords differ.')
}

try {
  console.log(`ADMIN_PASSWORD_HASH=${await hashPassword(await newPassword())}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
