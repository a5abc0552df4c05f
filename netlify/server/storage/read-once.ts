const known = new Map<string, Promise<unknown>>()

/** Reads what never changes once: a file of the deploy, a key. After a failure it reads again. */
export function readOnce<T>(name: string, read: (name: string) => Promise<T>): Promise<T> {
  const reading = (known.get(name) as Promise<T> | undefined) ?? read(name)
  known.set(name, reading)
  reading.catch(() => known.delete(name))
  return reading
}
