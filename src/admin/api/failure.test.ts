import { expect, test } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { failureOf } from './failure.ts'

const ours = { error: 'There is no such message.' }

test('a 404 means a missing record only if the API wrote the answer', () => {
  expect(failureOf(new ApiError(404, '', ours), 'Failed').isGone).toBe(true)
  for (const body of [undefined, null, {}, { error: 404 }, { error: ' ' }, 'Not Found', [ours]]) {
    const failure = failureOf(new ApiError(404, 'Not Found', body), 'Failed')
    expect(failure, JSON.stringify(body)).toMatchObject({ words: 'Failed', isGone: false })
  }
})

test('a 400 means a refusal only if the API wrote the answer', () => {
  expect(failureOf(new ApiError(400, '', ours), 'Failed').isRefused).toBe(true)
  expect(failureOf(new ApiError(400, 'Bad Request'), 'Failed').isRefused).toBe(false)
})
