const known = new Map<string, Promise<unknown>>()

/** Reads a path once, since a deploy never changes content. After a failure it reads again. */
export function readOnce<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  const reading = (known.get(path) as Promise<T> | undefined) ?? read(path)
  known.set(path, reading)
  reading.catch(() => known.delete(path))
  return reading
}
