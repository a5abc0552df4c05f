import { text } from 'node:stream/consumers'
import { hashPassword } from '#server/admin/password.ts'
import { askTerminal } from './site/ask-terminal.ts'

/** `npm run admin:password`: prints the hash of a password as a setting, never the password. */

const LEAST_CHARACTERS = 12

async function newPassword(): Promise<string> {
  const { isTTY } = process.stdin
  const password = isTTY
    ? await askTerminal('Password: ', true)
    : ((await text(process.stdin)).split(/\r?\n/)[0] ?? '')
  if (password.length < LEAST_CHARACTERS) {
    throw new Error(`The password needs at least ${LEAST_CHARACTERS} characters.`)
  }
  if (!isTTY || (await askTerminal('Once more: ', true)) === password) return password
  throw new Error('The two passwords differ.')
}

try {
  console.log(`ADMIN_PASSWORD_HASH=${await hashPassword(await newPassword())}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
