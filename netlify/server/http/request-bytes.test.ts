import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './request.ts'

const LIMIT = 100_000

const sent = (body: string) =>
  new Request('https://studio.test/api', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })

const read = (body: string) => readJson(sent(body), LIMIT, { asBytes: 'file' })

describe('a text property read as bytes', () => {
  test('keeps its bytes, and JSON.parse reads the other properties', async () => {
    expect(await read('{"a":"ä","file":"QUJD","b":[1]}')).toEqual({
      a: 'ä',
      file: Buffer.from('QUJD'),
      b: [1],
    })
    expect(await read('{"file":""}')).toEqual({ file: Buffer.alloc(0) })
    expect(await read('{"file" :\n "QUJD"}')).toEqual({ file: Buffer.from('QUJD') })
  })

  test.each([
    ['is none', '{"file":7}', 7],
    ['has escapes', '{"file":"QU\\/D"}', 'QU/D'],
    ['has a quote in it', '{"file":"QU\\"JD"}', 'QU"JD'],
    ['comes again', '{"file":"QUJD","file":"REVG"}', 'REVG'],
    ['is named in a text only', '{"a":"\\"file\\":\\"QUJD\\""}', undefined],
  ])('goes through JSON.parse if it %s', async (_, body, file) => {
    expect((await read(body))['file']).toBe(file)
  })

  test('is read from the outermost object only', async () => {
    expect(await read('{"a":{"file":"QUJD"}}')).not.toHaveProperty('file')
  })

  test.each(['{"file":"QUJD', '{"file":"QUJD"', '["file":"QUJD"]', '{"a"file":"QUJD"}'])(
    '%s is still invalid JSON',
    async (body) => {
      await expect(read(body)).rejects.toMatchObject({ status: 400 })
    },
  )

  test('is absent if the body does not have the key', async () => {
    expect(await read('{"files":"QUJD"}')).toEqual({ files: 'QUJD' })
  })

  test('gives the same result as JSON.parse in any surrounding object', async () => {
    const key = fc.constantFrom('file', 'files', 'a', '"file":"')
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"file":"', '\\', 7, null),
    )
    const object = fc
      .array(fc.tuple(key, value))
      .map((pairs) => Object.fromEntries(pairs) as object)
    await fc.assert(
      fc.asyncProperty(object, fc.constantFrom(undefined, 1), async (typed, indent) => {
        const body = JSON.stringify(typed, null, indent)
        const { file, ...others } = await read(body)
        const text = Buffer.isBuffer(file) ? file.toString() : file
        const was = file === undefined ? others : { ...others, file: text }
        expect(was).toEqual(JSON.parse(body))
      }),
      { numRuns: 300 },
    )
  })
})
