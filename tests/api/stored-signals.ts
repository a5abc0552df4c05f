import { expect } from 'vitest'
import * as kv from '#server/storage/kv.ts'

export async function signalsOf(answer: Response): Promise<unknown> {
  const { id } = (await answer.clone().json()) as { id: string }
  const keys = (await kv.list('rec/')).filter(
    (key) => key.endsWith(id) || key.endsWith(`${id}.held`),
  )
  expect(keys).toHaveLength(1)
  const record = await kv.get(keys[0] ?? '')
  const { signals } = (record?.value as { submission: { signals?: string[] } }).submission
  expect(keys[0]?.endsWith('.held')).toBe(signals !== undefined)
  return signals
}
