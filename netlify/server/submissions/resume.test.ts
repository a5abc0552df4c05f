import { expect, test } from 'vitest'
import { reviewFields } from '#forms/judging/check.ts'
import { RESUME_LIMIT_BYTES, resumeWords } from '#forms/resume.ts'
import { resumeIn } from './resume.ts'

const pdf = (size: number) => {
  const bytes = Buffer.alloc(size, 'x')
  bytes.write('%PDF-')
  return bytes
}

const read = (bytes: Buffer, size = bytes.byteLength) =>
  resumeIn({ resumeFileBase64: bytes.toString('base64') }, { resumeFileSize: size })

const refused = (word: keyof typeof resumeWords) =>
  expect.objectContaining({
    status: 422,
    message: reviewFields,
    details: { fields: { resumeFile: resumeWords[word] } },
  }) as Error

test.each([9, 1_000, 100_000])('a PDF of %d bytes is read as it was sent', (size) => {
  const bytes = pdf(size)
  expect(Buffer.from(read(bytes)).equals(bytes)).toBe(true)
})

test.each([undefined, '', 7, ['JVBERi0=']])('%j is not a file', (resumeFileBase64) => {
  expect(() => resumeIn({ resumeFileBase64 }, { resumeFileSize: 7 })).toThrow(refused('missing'))
})

test('a resume is smaller than the limit', () => {
  expect(read(pdf(RESUME_LIMIT_BYTES - 1)).byteLength).toBe(RESUME_LIMIT_BYTES - 1)
  expect(() => read(pdf(RESUME_LIMIT_BYTES))).toThrow(refused('large'))
})

test('a resume begins with the signature of a PDF', () => {
  expect(read(Buffer.from('\ufeff\r\n%PDF-1.7'))).toBeDefined()
  expect(() => read(Buffer.from('MZ%PDF-1.7'))).toThrow(refused('wrong'))
})

test('a resume has the declared size and is pure base64', () => {
  expect(() => read(pdf(9), 8)).toThrow(refused('wrong'))
  const base64 = pdf(9).toString('base64')
  const unlike = [` ${base64}`, `${base64}\n`, base64.replace('J', '*J'), base64.replace('J', '*')]
  // The error comes after the signature of the PDF.
  unlike.push(base64.replace(/.$/, '*'))
  const padded = [`${base64}=`, `${base64}====`, `=${base64}`, `${base64}AAA`, `${base64}=AAA`]
  for (const text of [...unlike, ...padded]) {
    const ask = () => resumeIn({ resumeFileBase64: text }, { resumeFileSize: 9 })
    expect(ask, text).toThrow(refused('wrong'))
  }
})
