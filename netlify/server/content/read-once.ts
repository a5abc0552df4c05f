const known = new Map<string, Promise<unknown>>()

/** What an editor has written at this path. A deploy never changes it; a failed reading is repeated. */
export function readOnce<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  // Each path is read in one way.
  const reading = (known.get(path) as Promise<T> | undefined) ?? read(path)
  known.set(path, reading)
  reading.catch(() => known.delete(path))
  return reading
}
