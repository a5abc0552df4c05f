import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as kv from '#server/storage/kv.ts'
import {
  cipherFor,
  encryptionOf,
  newCipher,
  type BackupCipher,
} from '../../scripts/backup/backup-cipher.ts'
import { checkBackup } from '../../scripts/backup/read-backup.ts'
import { restoreBackup } from '../../scripts/restore.ts'
import { writeBackup } from '../../scripts/backup/write-backup.ts'
import { accessStore } from '../../scripts/site/store-access.ts'
import { dying } from './broken-store.ts'
import { everything, fill, folder, silent, useEmptyStore } from './filled-store.ts'
import { useStudio } from './studio.ts'
import { typed as run } from './typed-command.ts'

useStudio()

const PASSPHRASE = 'correct horse battery'

// A key takes half a second, so the tests share one.
let cipher: BackupCipher
beforeAll(async () => {
  await fill()
  cipher = await newCipher(PASSPHRASE)
})

/** The files of a folder as one text. */
async function textOf(path: string): Promise<string> {
  let text = ''
  for (const name of await readdir(path, { recursive: true })) {
    const file = join(path, name)
    if ((await stat(file)).isFile()) text += await readFile(file, 'latin1')
  }
  return text
}

/** A whole encrypted backup of the store. */
async function encrypted() {
  const path = await folder()
  const store = await accessStore(undefined, 'backup')
  await writeBackup(store, path, silent, cipher)
  return { path, store }
}

const cipherOf = async (path: string, passphrase = PASSPHRASE) =>
  cipherFor((await encryptionOf(path)) ?? { salt: '', check: '' }, passphrase)

test('an encrypted backup restores the same lists', async () => {
  const before = await everything()
  const { path, store } = await encrypted()
  await useEmptyStore()
  await restoreBackup(store, path, silent, await cipherOf(path))
  expect(await everything()).toEqual(before)
})

test('no file of an encrypted backup holds what a plain one does', async () => {
  const { path, store } = await encrypted()
  const plain = await folder()
  await writeBackup(store, plain, silent)
  for (const word of ['Ada Lovelace', 'example.com', 'submission', '%PDF', '"key"', 'sha256']) {
    expect(await textOf(plain)).toContain(word)
    expect(await textOf(path)).not.toContain(word)
  }
  expect((await stat(join(path, 'records.ndjson'))).mode & 0o777).toBe(0o600)
})

test('another passphrase is refused before anything is written', async () => {
  const { path, store } = await encrypted()
  await expect(cipherOf(path, `${PASSPHRASE}!`)).rejects.toThrow(
    'The passphrase is not the one of this backup.',
  )
  await useEmptyStore()
  await expect(restoreBackup(store, path, silent)).rejects.toThrow(`${path} is encrypted.`)
  expect(await kv.list('')).toEqual([])
})

test('composed and decomposed accents are the same passphrase', async () => {
  const { encryption } = await newCipher('café au lait, s’il')
  await expect(cipherFor(encryption, 'cafe\u0301 au lait, s’il')).resolves.toBeDefined()
})

test('a plain backup is not taken for an encrypted one', async () => {
  const path = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), path, silent)
  expect(await encryptionOf(path)).toBeUndefined()
  await expect(checkBackup(path, cipher)).rejects.toThrow(`${path} is not encrypted.`)
})

const swapLines = (text: string) => {
  const [first = '', second = '', ...rest] = text.split('\n')
  return [second, first, ...rest].join('\n')
}

test.each<[file: string, what: string, change: (text: string) => string]>([
  ['records.ndjson', 'a byte changed', (text) => text.replace(/^..../, 'AAAA')],
  ['records.ndjson', 'a line removed', (text) => text.slice(text.indexOf('\n') + 1)],
  ['records.ndjson', 'two lines swapped', swapLines],
  ['removals.ndjson', 'a plain line added', (text) => `${text}{"key":"secret/site"}\n`],
  [
    'backup.json',
    'other contents',
    (text) => text.replace(/"contents": "..../, '"contents": "AAAA'),
  ],
])('an encrypted %s with %s is refused', async (file, _, change) => {
  const { path } = await encrypted()
  await checkBackup(path, cipher)
  await writeFile(join(path, file), change(await readFile(join(path, file), 'utf8')))
  await expect(checkBackup(path, cipher)).rejects.toThrow(/is damaged|is not as the backup/)
})

test('a resume that is cut, or swapped with another one, is refused', async () => {
  const { path, store } = await encrypted()
  const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.pdf'))
  const [one = '', other = ''] = names.map((name) => join(path, name))
  const whole = await readFile(one)
  for (const bytes of [whole.subarray(0, -1), await readFile(other)]) {
    await writeFile(one, bytes)
    await useEmptyStore()
    await expect(restoreBackup(store, path, silent, cipher)).rejects.toThrow('is damaged')
  }
})

test.each([1, 4])(
  'an interrupted encrypted backup continues after %i portions',
  async (portions) => {
    const before = await everything()
    const path = await folder()
    const store = await accessStore(undefined, 'backup')
    const dead = dying(store, 'backup', portions)
    await expect(writeBackup(dead, path, silent, cipher)).rejects.toThrow('dead')
    // The power went off in the middle of this line.
    await appendFile(join(path, 'states.ndjson'), 'AAA')
    expect(await textOf(path)).not.toContain('example.com')
    await expect(writeBackup(store, path, silent)).rejects.toThrow('holds an encrypted unfinished')
    const again = await cipherOf(path)
    await writeBackup(store, path, silent, again)
    await useEmptyStore()
    await restoreBackup(store, path, silent, again)
    expect(await everything()).toEqual(before)
  },
)

test('a plain unfinished backup is not continued as an encrypted one', async () => {
  const path = await folder()
  const store = await accessStore(undefined, 'backup')
  await expect(writeBackup(dying(store, 'backup', 1), path, silent)).rejects.toThrow('dead')
  await expect(writeBackup(store, path, silent, cipher)).rejects.toThrow('holds a plain unfinished')
})

test('the commands take the passphrase from the environment', async () => {
  const [path, from, to] = [await folder(), await folder(), await folder()]
  const plain = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), plain, silent)
  const first = { DATA_DIR: from, BACKUP_PASSPHRASE: PASSPHRASE }
  expect(await run('restore', [plain], first)).toMatchObject({ code: 0 })
  const saved = await run('backup', ['--to', path, '--encrypt'], first)
  expect(saved).toMatchObject({ code: 0 })
  expect(saved.out).toContain('It is encrypted: ')
  expect(saved.out + saved.err).not.toContain(PASSPHRASE)
  const second = { ...first, DATA_DIR: to }
  const wrong = await run('restore', [path], { ...second, BACKUP_PASSPHRASE: 'a guess' })
  expect(wrong).toMatchObject({ code: 1, err: 'The passphrase is not the one of this backup.\n' })
  expect(await run('restore', [path], second)).toMatchObject({ code: 0 })
  const checked = await run('store-check', [], second)
  expect(checked.out).toContain('Everything agrees with the records.')
})

test.each([
  ['', 'Set BACKUP_PASSPHRASE, or run this in a terminal, which asks for it.\n'],
  ['short', 'The passphrase needs at least 12 characters.\n'],
])('backup --encrypt with the passphrase "%s" is refused', async (BACKUP_PASSPHRASE, err) => {
  const env = { DATA_DIR: await folder(), BACKUP_PASSPHRASE }
  const told = await run('backup', ['--encrypt', '--to', await folder()], env)
  expect(told).toMatchObject({ code: 1, err })
})
