import { expect, test } from 'vitest'

import { inOrder, requireOwn } from './in-order.ts'

const file = (id: string, order: number) => ({ id, data: { order } })

test('files keep their order, with or without gaps', () => {
  const files = [file('dhvani', 9), file('calmist', 1), file('axel-ai', 4)]
  expect(inOrder(files).map(({ id }) => id)).toEqual(['calmist', 'axel-ai', 'dhvani'])
})

test('two files with the same number are named', () => {
  const files = [file('dhvani', 4), file('calmist', 1), file('axel-ai', 4)]
  expect(() => {
    requireOwn('content/ventures', files, 'order')
  }).toThrow('content/ventures: dhvani and axel-ai both have “order” 4; each needs one of its own.')
})
