import { expect, test } from 'vitest'
import { inTurn } from './one-record.ts'

test('requests about one record run in turn, requests about others do not wait', async () => {
  const asked: string[] = []
  const seen = Promise.withResolvers<string>()
  const first = inTurn('a', () => seen.promise)
  const second = inTurn('a', () => Promise.resolve(asked.push('held a')))
  await inTurn('b', () => Promise.resolve(asked.push('held b')))
  expect(asked).toEqual(['held b'])
  seen.resolve('seen')
  expect(await first).toBe('seen')
  await second
  expect(asked).toEqual(['held b', 'held a'])
})

test('a failed request does not stop the next one, and its caller gets the error', async () => {
  const failed = inTurn('a', () => Promise.reject(new Error('gone')))
  const next = inTurn('a', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('gone')
  expect(await next).toBe('done')
})
