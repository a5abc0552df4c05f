import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { hashPassword } from '#server/admin/password.ts'
import { askTerminal, runCommand } from './site/command.ts'
import { weaknessOf } from './site/password-strength.ts'

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

await runCommand(async () => {
  const { make } = parseArgs({ options: { make: { type: 'boolean', default: false } } }).values
  console.log(`ADMIN_PASSWORD_HASH=${await hashPassword(make ? made() : await newPassword())}`)
})
