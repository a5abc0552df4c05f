const known = new Map<string, Promise<unknown>>()

/** What an editor has written at this path: read once per process, since a deploy never changes it. */
export function readOnce<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  // Each path is read in one way.
  const reading = (known.get(path) as Promise<T> | undefined) ?? read(path)
  known.set(path, reading)
  // What could not be read is read again by whoever asks next.
  reading.catch(() => known.delete(path))
  return reading
}
