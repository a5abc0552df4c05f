import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decrypt, encrypt } from '#server/storage/seal.ts'
import { setting } from '../setup/settings.ts'
import { Stop, askTerminal } from '../site/command.ts'
import { CONTENTS, UNFINISHED, type Encryption } from './backup-format.ts'

/** In an encrypted backup each line and each file is encrypted, bound to its name. */
export type BackupCipher = {
  encryption: Encryption
  encrypt: (name: string, plain: Uint8Array | string) => Buffer
  decrypt: (name: string, bytes: Uint8Array) => Buffer
}

/** OWASP's first choice for scrypt: 128 MiB, about half a second. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
const KEY_BYTES = 32
const SALT_BYTES = 16
const CHECK = 'passphrase'
const LEAST_CHARACTERS = 12

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Keyboards write é as one character or as two; both are the same passphrase. */
const keyOf = (passphrase: string, salt: Buffer) =>
  derive(passphrase.normalize('NFC'), salt, KEY_BYTES, COST)

export async function newCipher(passphrase: string): Promise<BackupCipher> {
  if (passphrase.length < LEAST_CHARACTERS) {
    throw new Stop(`The passphrase needs at least ${LEAST_CHARACTERS} characters.`)
  }
  const salt = randomBytes(SALT_BYTES)
  const key = await keyOf(passphrase, salt)
  const check = encrypt(key, CHECK, Buffer.alloc(0)).toString('base64')
  return cipherOf(key, { salt: salt.toString('base64'), check })
}

export async function cipherFor(encryption: Encryption, passphrase: string): Promise<BackupCipher> {
  const key = await keyOf(passphrase, Buffer.from(encryption.salt, 'base64'))
  const isRight = decrypt(key, CHECK, Buffer.from(encryption.check, 'base64'))
  if (!isRight) throw new Stop('The passphrase is not the one of this backup.')
  return cipherOf(key, encryption)
}

const cipherOf = (key: Buffer, encryption: Encryption): BackupCipher => ({
  encryption,
  encrypt: (name, plain) => encrypt(key, name, Buffer.from(plain)),
  decrypt(name, bytes) {
    const plain = decrypt(key, name, bytes)
    if (plain) return plain
    throw new Stop(`${name} is damaged, or was encrypted with another passphrase.`)
  },
})

/** A line of a backup. */
export function lineText(value: unknown, name: string, cipher?: BackupCipher): string {
  const text = JSON.stringify(value)
  return cipher ? cipher.encrypt(name, text).toString('base64') : text
}

/** The JSON of a line. */
export const textIn = (line: string, name: string, cipher?: BackupCipher): string =>
  cipher ? cipher.decrypt(name, Buffer.from(line, 'base64')).toString() : line

/** How the backup in this folder is encrypted; undefined if it is plain, or if there is none. */
export async function encryptionOf(folder: string): Promise<Encryption | undefined> {
  for (const name of [UNFINISHED, CONTENTS]) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '{}')
    try {
      const { encryption } = JSON.parse(text) as { encryption?: Partial<Encryption> }
      const { salt, check } = encryption ?? {}
      if (typeof salt === 'string' && typeof check === 'string') return { salt, check }
    } catch {
      // checkBackup says what is wrong with the file.
    }
  }
  return undefined
}

/** From BACKUP_PASSPHRASE or the terminal, which asks for a new one twice. */
export async function askPassphrase(isNew: boolean): Promise<string> {
  const given = setting('BACKUP_PASSPHRASE')
  if (given !== undefined) return given
  if (!process.stdin.isTTY) {
    throw new Stop('Set BACKUP_PASSPHRASE, or run this in a terminal, which asks for it.')
  }
  const passphrase = await askTerminal('Passphrase of the backup: ', true)
  if (!isNew || (await askTerminal('Once more: ', true)) === passphrase) return passphrase
  throw new Stop('The two passphrases differ.')
}
