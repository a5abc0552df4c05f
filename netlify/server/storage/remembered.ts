import { LRUCache } from 'lru-cache'

const memories: { clear: () => void }[] = []

/** Keeps what an instance has read, and what can never change. */
export function remembered<Value extends object>(limits: LRUCache.Options<string, Value, unknown>) {
  const memory = new LRUCache<string, Value>(limits)
  memories.push(memory)
  return memory
}

/** Forgets all of it, as a new instance does. */
export function forgetAll(): void {
  for (const memory of memories) memory.clear()
}
