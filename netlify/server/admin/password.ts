import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's first choice for argon2id, with more memory. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 }
/** A hash from elsewhere may cost a little more, but must not stall the server. */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{2,5}|[12]\d{5}),t=([1-9]|10),p=([1-4])\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

type Cost = typeof COST
const argon2id = promisify(argon2)

/** Keyboards write é as one character or as two; both are the same password. */
const hash = (password: string, nonce: Buffer, tagLength: number, cost: Cost): Promise<Buffer> =>
  argon2id('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A PHC string in base64url, because .env files expand every `$`. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const tag = await hash(password, salt, 32, cost)
  const { memory, passes, parallelism } = cost
  const phc = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
  return Buffer.from(phc).toString('base64url')
}

const partsOf = (encoded: string) => PHC.exec(Buffer.from(encoded, 'base64url').toString())

export const isPasswordHash = (encoded: string) => partsOf(encoded) !== null

/** Throws if `encoded` is no hash of ours: a mistake in the set-up, not a wrong password. */
export async function verifyPassword(password: string, encoded: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = partsOf(encoded) ?? []
  if (!salt || !tag) throw new Error('The password hash is none, or asks for too much work.')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const actual = await hash(password, Buffer.from(salt, 'base64'), expected.length, cost)
  return timingSafeEqual(actual, expected)
}
