import { expect } from 'vitest'
import { careers } from '#forms/careers.ts'
import { answersTo } from './answers.ts'
import { send } from './studio.ts'

/** Applications with a resume. */

/** A resume has fewer bytes. */
export const LIMIT = 4 * 1024 * 1024

/** Bytes that begin as a PDF does. */
export function pdf(size: number, mark = '%PDF-1.7\n'): Buffer {
  const bytes = Buffer.alloc(size, 'studio ')
  bytes.write(mark)
  return bytes
}

/** What a page sends of a file. */
export const upload = (bytes: Buffer, name = 'cv.pdf') => ({
  resumeFileName: name,
  resumeFileType: 'application/pdf',
  resumeFileSize: bytes.byteLength,
  resumeFileBase64: bytes.toString('base64'),
})

/** Sends an application with this file. */
export const apply = async (file: object, key?: string) =>
  send(careers, { ...(await answersTo(careers)), ...file }, key)

/** The id of an application with this file, sent anew. */
export async function applied(file: object): Promise<string> {
  const answer = await apply(file)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

export const good = upload(pdf(100))
