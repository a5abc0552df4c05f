import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

const encode = (phc: string) => Buffer.from(phc).toString('base64url')

test('a password matches its own hash and no other', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(await verifyPassword('correct horse battery', hash)).toBe(true)
  expect(await verifyPassword('correct horse batterz', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('the hash fits into an .env file and states its cost', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toMatch(/^[\w-]+$/)
  const phc = Buffer.from(hash, 'base64url').toString()
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'))
})

test('composed and decomposed accents are the same password', async () => {
  const hash = await hashPassword('caf\u00e9 au lait')
  expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true)
})

test('a hash from other software can be verified', async () => {
  // The vector of the reference implementation: argon2id, t=2, m=65536, p=1, "password", "somesalt".
  const phc =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', encode(phc))).toBe(true)
  expect(await verifyPassword('passwort', encode(phc))).toBe(false)
})

test.each([
  ['empty', ''],
  [
    'a bare PHC string',
    '$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8',
  ],
  ['bcrypt', encode('$2b$10$abcdefghijklmnopqrstuv')],
  ['four gigabytes', encode(`$argon2id$v=19$m=4194304,t=3,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`)],
  ['no passes', encode(`$argon2id$v=19$m=65536,t=0,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`)],
])('a malformed hash is refused: %s', async (_, hash) => {
  await expect(verifyPassword('password', hash)).rejects.toThrow(/^The password hash/)
})
