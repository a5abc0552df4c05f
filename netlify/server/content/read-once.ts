const known = new Map<string, Promise<unknown>>()

/** Reads a path once, each in one way: a deploy never changes content. A failed reading is repeated. */
export function readOnce<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  const reading = (known.get(path) as Promise<T> | undefined) ?? read(path)
  known.set(path, reading)
  reading.catch(() => known.delete(path))
  return reading
}
