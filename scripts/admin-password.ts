import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { hashPassword } from '#server/admin/password.ts'
import { askTerminal, runCommand } from './site/command.ts'

/**
 * `npm run admin:password [-- --make]`: prints the hash of a password as a setting. It shows no
 * password but one that it has made, and that one not where a file may get it.
 */

function made(): string {
  const password = randomBytes(15).toString('base64url')
  console.error(`The password, which is shown only now: ${password}`)
  return password
}

async function newPassword(): Promise<string> {
  const { isTTY } = process.stdin
  const password = isTTY
    ? await askTerminal('Password (press Enter to have one made): ', true)
    : ((await text(process.stdin)).split(/\r?\n/)[0] ?? '')
  if (isTTY && password === '') return made()
  const weakness = weaknessOf(password)
  if (weakness) throw new Error(`${weakness} Add --make to have one made.`)
  if (!isTTY || (await askTerminal('Once more: ', true)) === password) return password
  throw new Error('The two passwords differ.')
}

/** NIST SP 800-63B-4: 15 characters where a password is the only factor, and no known ones. */

const LEAST_CHARACTERS = 15
const LEAST_DIFFERENT = 6
/** What must be left of a password without its common parts. */
const LEAST_OWN = 8

/** Parts of the passwords that leak most often, the longest first. */
const COMMON = [
  ...['1234567890', 'qwertyuiop', 'asdfghjkl', 'password', 'passw0rd', 'football', 'baseball'],
  ...['princess', 'sunshine', 'superman', 'trustno1', 'welcome', 'zxcvbnm', 'iloveyou', 'letmein'],
  ...['starwars', 'whatever', 'changeme', 'computer', 'internet', 'michael', 'charlie', 'monkey'],
  ...['dragon', 'master', 'shadow', 'secret', 'qwerty', 'abc123', 'azerty', 'hunter', 'summer'],
  ...['winter', 'spring', 'autumn', 'admin', 'login', 'hello', 'guest', 'studio', 'venture'],
  ...['111111', '000000', '123123', '12345', '54321', 'abcdef', 'test', 'pass', 'user', '2024'],
  ...['2025', '2026', '2027', '1234', '123', 'abc', 'qaz', 'wsx', 'love', 'baby', 'king'],
]

/** Why this password is too weak, in a sentence; undefined if it is not. */
export function weaknessOf(password: string): string | undefined {
  if (Array.from(password).length < LEAST_CHARACTERS) {
    return `The password needs at least ${LEAST_CHARACTERS} characters.`
  }
  const plain = password.toLowerCase()
  if (new Set(plain).size < LEAST_DIFFERENT || /^(.{1,7}?)\1+.{0,6}$/su.test(plain)) {
    return 'The password repeats itself.'
  }
  const own = COMMON.reduce((left, part) => left.replaceAll(part, ''), plain)
  if (withoutRuns(own).length < LEAST_OWN) return 'The password is made of common ones.'
  return undefined
}

/** Drops characters that follow the one before, as in "abcdef", "4321" and "aaaa". */
const withoutRuns = (text: string): string =>
  Array.from(text)
    .filter((char, i, all) => {
      const step = (char.codePointAt(0) ?? 0) - (all[i - 1]?.codePointAt(0) ?? -9)
      return Math.abs(step) > 1
    })
    .join('')

if (import.meta.main) {
  await runCommand(async () => {
    const { make } = parseArgs({ options: { make: { type: 'boolean', default: false } } }).values
    console.log(`ADMIN_PASSWORD_HASH=${await hashPassword(make ? made() : await newPassword())}`)
  })
}
