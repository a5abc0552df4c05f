import { expect, test } from 'vitest'

import { inOrder } from './in-order.ts'

const file = (id: string, order: number) => ({ id, data: { order } })

test('files stand in their order, gaps or not', () => {
  const files = [file('dhvani', 9), file('calmist', 1), file('axel-ai', 4)]
  expect(inOrder('content/ventures', files).map(({ id }) => id)).toEqual([
    'calmist',
    'axel-ai',
    'dhvani',
  ])
})

test('two files in one place are named', () => {
  const files = [file('dhvani', 4), file('calmist', 1), file('axel-ai', 4)]
  expect(() => inOrder('content/ventures', files)).toThrow(
    'content/ventures: dhvani and axel-ai both have “order” 4; each needs a number of its own.',
  )
})
