/** The files of a folder, each with a position in its list, in their order. */
export const inOrder = <T extends { data: { order: number } }>(files: T[]): T[] =>
  files.toSorted((one, other) => one.data.order - other.data.order)

/**
 * Throws if two files of a folder have one position: their order would change from build to build.
 * Files whose day is to come count, because nobody edits them on that day. A draft may have any.
 */
export const requireOwnOrder = (
  folder: string,
  files: readonly { id: string; data: { order: number; draft?: boolean | undefined } }[],
): void => {
  requireOwn(
    folder,
    files.filter(({ data }) => !data.draft),
    'order',
  )
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
