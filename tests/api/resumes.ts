import { expect } from 'vitest'
import { careers } from '#forms/careers.ts'
import { answersTo } from './answers.ts'
import { send } from './studio.ts'

/** The size in bytes that a resume must stay below. */
export const LIMIT = 4 * 1024 * 1024

/** Bytes with the signature of a PDF. */
export function pdf(size: number, mark = '%PDF-1.7\n'): Buffer {
  const bytes = Buffer.alloc(size, 'studio ')
  bytes.write(mark)
  return bytes
}

/** The fields that a page sends for a file. */
export const upload = (bytes: Buffer, name = 'cv.pdf') => ({
  resumeFileName: name,
  resumeFileType: 'application/pdf',
  resumeFileSize: bytes.byteLength,
  resumeFileBase64: bytes.toString('base64'),
})

export const apply = async (file: object, key?: string) =>
  send(careers, { ...(await answersTo(careers)), ...file }, key)

/** Sends an application with this file; returns its id. */
export async function applied(file: object): Promise<string> {
  const answer = await apply(file)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

export const good = upload(pdf(100))
