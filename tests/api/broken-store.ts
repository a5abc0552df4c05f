import type { StoreAccess } from '../../scripts/site/store-access.ts'

/** A store that fails after this number of portions. */
export function dying(
  store: StoreAccess,
  act: 'backup' | 'restore' | 'restoreFile',
  after: number,
) {
  let left = after
  const die = () => {
    if (left-- === 0) throw new Error('The line is dead.')
  }
  const small: StoreAccess = {
    ...store,
    // Small portions allow an interruption in the middle.
    async backup(key) {
      if (act === 'backup') die()
      const { lines, next } = await store.backup(key)
      return lines.length > 3
        ? { lines: lines.slice(0, 3), next: lines[2]?.key ?? null }
        : { lines, next }
    },
    async restore(id, lines) {
      for (const line of lines) {
        if (act === 'restore') die()
        await store.restore(id, [line])
      }
    },
    async restoreFile(...file) {
      if (act === 'restoreFile') die()
      await store.restoreFile(...file)
    },
  }
  return small
}
