/** A content file with a position in a list. */
type Placed = { id: string; data: { order: number } }

/**
 * The files of a folder in their order. Throws if two public ones have the same position: their
 * order would change from build to build.
 */
export function inOrder<T extends Placed>(
  folder: string,
  files: T[],
  isPublic: (data: T['data']) => boolean = () => true,
): T[] {
  const shown = files.filter(({ data }) => isPublic(data))
  requireOwn(folder, shown, 'order')
  return files.toSorted((one, other) => one.data.order - other.data.order)
}

/** Throws if two files of a folder say the same under this key. */
export function requireOwn<Key extends string>(
  folder: string,
  files: readonly { id: string; data: Record<Key, string | number> }[],
  key: Key,
): void {
  const owners = new Map<string | number, string>()
  for (const { id, data } of files) {
    const owner = owners.get(data[key])
    if (owner)
      throw new Error(
        `${folder}: ${owner} and ${id} both have “${key}” ${data[key]}; each needs one of its own.`,
      )
    owners.set(data[key], id)
  }
}
