import { expect, test } from 'vitest'
import { inTurn } from './one-record.ts'

test('what is asked of one record waits for what was asked before, and of others it does not', async () => {
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

test('what failed holds nothing up, and its own caller hears of it', async () => {
  const failed = inTurn('a', () => Promise.reject(new Error('gone')))
  const next = inTurn('a', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('gone')
  expect(await next).toBe('done')
})
