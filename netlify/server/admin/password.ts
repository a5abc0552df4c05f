import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's first choice for argon2id, with memory to spare for a machine of one's own. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 }
/** A hash from elsewhere may cost this much, and no more: checking it must not stall the server. */
const HIGHEST_COST = { memory: 262_144, passes: 10, parallelism: 4 }

const PHC =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

type Cost = typeof COST
const derive = promisify(argon2)

/** One keyboard writes é as one character, another as two: both must open the door. */
const hash = (password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> => {
  const message = password.normalize('NFC')
  return derive('argon2id', {
    message,
    nonce: salt,
    tagLength: length,
    ...cost,
  })
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** What to keep of a password: a PHC string in base64url, because .env files expand every `$`. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const tag = await hash(password, salt, 32, cost)
  const { memory, passes, parallelism } = cost
  const phc = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
  return Buffer.from(phc).toString('base64url')
}

/** True for the text that `hashPassword` makes. */
export const isPasswordHash = (encoded: string) => PHC.test(decoded(encoded))

const decoded = (encoded: string) => Buffer.from(encoded, 'base64url').toString()

/** Throws where `encoded` is no hash of ours: that is a mistake in the set-up, not a wrong password. */
export async function verifyPassword(password: string, encoded: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(decoded(encoded)) ?? []
  if (!salt || !tag) throw new Error('The password hash is not one that hashPassword made.')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  if (!isBearable(cost)) throw new Error('The password hash asks for too little or too much work.')
  const expected = Buffer.from(tag, 'base64')
  const actual = await hash(password, Buffer.from(salt, 'base64'), expected.length, cost)
  return timingSafeEqual(actual, expected)
}

const isBearable = (cost: Cost) =>
  Object.entries(HIGHEST_COST).every(([key, most]) => {
    const asked = cost[key as keyof Cost]
    return asked >= 1 && asked <= most
  }) && cost.memory >= 8 * cost.parallelism
