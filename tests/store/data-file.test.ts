import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { newDataFile } from './data-file.ts'
import { openStore } from './open-store.ts'

test('a new data file is readable by its owner only, and its folder is created', async () => {
  const file = join(dirname(newDataFile()), 'data', 'deep', 'blobs.sqlite')
  const { blobs, store } = await openStore(file)
  await store.set('key', 'value')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600)
  await blobs.close()
})

test('a store keeps everything when it is closed and opened again', async () => {
  const file = newDataFile()
  const first = await openStore(file)
  const { etag } = await first.store.set('key', 'value', { metadata: { a: 1 } })
  await first.blobs.close()

  const again = await openStore(file)
  const read = await again.store.getWithMetadata('key')
  expect(read).toEqual({ data: 'value', etag, metadata: { a: 1 } })
  await again.blobs.close()
})

test('a foreign file stays unchanged, and the error names the file', async () => {
  const file = newDataFile()
  writeFileSync(file, 'Dear diary, '.repeat(1_000))
  await expect(startBlobs({ file })).rejects.toThrow(file)
  await expect(startBlobs({ file })).rejects.toThrow('not a database')
  expect(readFileSync(file, 'utf8')).toBe('Dear diary, '.repeat(1_000))

  const folder = join(dirname(file), 'folder')
  mkdirSync(folder)
  await expect(startBlobs({ file: folder })).rejects.toThrow(`${folder} can’t be opened`)
})

test('a start on a used port leaves the data file closed', async () => {
  const file = newDataFile()
  const { url, close } = await startBlobs({ file: ':memory:', port: 0 })
  const port = Number(new URL(url).port)
  await expect(startBlobs({ file, port })).rejects.toThrow('EADDRINUSE')
  expect(existsSync(`${file}-wal`)).toBe(false)
  await close()
})

test('while another program locks the data file, reads work and writes say why they fail', async () => {
  const file = newDataFile()
  const { blobs, access, store } = await openStore(file)
  await store.set('key', 'before')
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')

  expect(await store.get('key')).toBe('before')
  const refused = await blobs.fetch(`${blobs.url}/${access.siteID}/site:forms/key`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access.token}` },
    body: 'during',
  })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('x-nf-error')).toContain('database is locked')
  expect(await store.get('key')).toBe('before')

  other.close()
  await store.set('key', 'after')
  expect(await store.get('key')).toBe('after')
  await blobs.close()
})
