import { expect, test } from 'vitest'

import { inOrder } from './in-order.ts'

const file = (id: string, order: number) => ({ id, data: { order } })

test('files keep their order, with or without gaps', () => {
  const files = [file('dhvani', 9), file('calmist', 1), file('axel-ai', 4)]
  expect(inOrder('content/ventures', files).map(({ id }) => id)).toEqual([
    'calmist',
    'axel-ai',
    'dhvani',
  ])
})

test('two files with the same number are named', () => {
  const files = [file('dhvani', 4), file('calmist', 1), file('axel-ai', 4)]
  expect(() => inOrder('content/ventures', files)).toThrow(
    'content/ventures: dhvani and axel-ai both have “order” 4; each needs one of its own.',
  )
})

test('a file that is not public yet may have the number of another', () => {
  const files = [file('draft', 4), file('axel-ai', 4), file('calmist', 1)]
  const isPublic = ({ order }: { order: number }) => order !== 4
  const ids = inOrder('content/ventures', files, isPublic).map(({ id }) => id)
  expect(ids).toEqual(['calmist', 'draft', 'axel-ai'])
})
