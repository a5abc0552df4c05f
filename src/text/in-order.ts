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
  const places = new Map<number, string>()
  for (const { id, data } of files) {
    if (!isPublic(data)) continue
    const taken = places.get(data.order)
    if (taken) {
      throw new Error(
        `${folder}: ${taken} and ${id} both have “order” ${data.order}; each needs a number of its own.`,
      )
    }
    places.set(data.order, id)
  }
  return files.toSorted((one, other) => one.data.order - other.data.order)
}
