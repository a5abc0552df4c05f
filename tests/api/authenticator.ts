import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** An authenticator in software: it makes real keys and signs what a browser would sign. */

export type Key = {
  credential: Buffer
  privateKey: KeyObject
  publicKey: KeyObject
  userHandle: string
  counter: number
}

/** What goes wrong, or what a browser elsewhere would say. */
export type Changes = {
  origin?: string
  rpId?: string
  /** User present 1, user verified 4. */
  flags?: number
  counter?: number
  challenge?: string
  type?: string
  userHandle?: string
  credential?: Buffer
  transports?: unknown[]
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40
const ORIGIN = 'http://localhost'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** CBOR (RFC 8949), as far as a passkey needs it. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

function clientData(type: string, challenge: string, { origin = ORIGIN, ...changes }: Changes) {
  const facts = { type: changes.type ?? type, challenge: changes.challenge ?? challenge, origin }
  return Buffer.from(JSON.stringify({ ...facts, crossOrigin: false }))
}

function authenticatorData(flags: number, counter: number, rpId = 'localhost'): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

type MakeOptions = { challenge: string; user: { id: string } }

/** Makes a key, and the response with which a browser registers it. */
export function make({ challenge, user }: MakeOptions, changes: Changes = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key: Key = {
    ...{ credential: changes.credential ?? randomBytes(32), privateKey, publicKey },
    ...{ userHandle: user.id, counter: changes.counter ?? 1 },
  }
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const length = Buffer.from([0, key.credential.length])
  const authData = Buffer.concat([
    authenticatorData(HAS_KEY | (changes.flags ?? PRESENT | VERIFIED), key.counter, changes.rpId),
    ...[Buffer.alloc(16), length, key.credential, cbor(cose)],
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const response = {
    ...{ id: base64url(key.credential), rawId: base64url(key.credential), type: 'public-key' },
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(clientData('webauthn.create', challenge, changes)),
      attestationObject: base64url(cbor(attestation)),
      transports: changes.transports ?? ['internal'],
    },
  }
  return { key, response }
}

/** The response with which a browser signs in by this key. */
export function use(key: Key, { challenge }: { challenge: string }, changes: Changes = {}) {
  const counter = changes.counter ?? ++key.counter
  const client = clientData('webauthn.get', challenge, changes)
  const data = authenticatorData(changes.flags ?? PRESENT | VERIFIED, counter, changes.rpId)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey)
  return {
    ...{ id: base64url(key.credential), rawId: base64url(key.credential), type: 'public-key' },
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: changes.userHandle ?? key.userHandle,
    },
  }
}
