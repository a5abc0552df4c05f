import { LRUCache } from 'lru-cache'

const memories: { clear: () => void }[] = []

/**
 * Keeps values for as long as an instance lives: those that never change, or that may be old for as
 * long as the limits say. An instance has one deploy.
 */
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

const known = new Map<string, Promise<unknown>>()

/** Reads a file of the deploy or a key once, since it never changes; again after a failure. */
export function readOnce<T>(name: string, read: (name: string) => Promise<T>): Promise<T> {
  const reading = (known.get(name) as Promise<T> | undefined) ?? read(name)
  known.set(name, reading)
  reading.catch(() => known.delete(name))
  return reading
}
