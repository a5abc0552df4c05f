import { LRUCache } from 'lru-cache'

const memories: { clear: () => void }[] = []

/** Keeps values that never change, for as long as an instance lives. An instance has one deploy. */
export function remembered<Value extends object | number>(
  limits: LRUCache.Options<string, Value, unknown>,
) {
  const memory = new LRUCache<string, Value>(limits)
  memories.push(memory)
  return memory
}

/** Forgets everything, like a new instance. */
export function forgetAll(): void {
  for (const memory of memories) memory.clear()
}
