import { useRef, useState } from 'react'

/** The ids that are selected on one page; another page begins with none. */
export function useSelection(page: string) {
  const [state, setState] = useState<{ page: string; ids: ReadonlySet<string> }>({
    page,
    ids: new Set(),
  })
  /** Where a range begins: the row that was picked last. */
  const last = useRef<string>(undefined)
  const ids: ReadonlySet<string> = state.page === page ? state.ids : new Set()
  const change = (edit: (ids: Set<string>) => unknown) =>
    setState((now) => {
      const next = new Set(now.page === page ? now.ids : [])
      edit(next)
      return { page, ids: next }
    })
  return {
    ids,
    /**
     * Selects this one or leaves it out. With all ids in their order, everything from the one picked
     * before to this one becomes what this one becomes.
     */
    pick(id: string, inOrder: readonly string[] = []) {
      const isWanted = !ids.has(id)
      const [from, to] = [inOrder.indexOf(last.current ?? ''), inOrder.indexOf(id)]
      const range = inOrder.slice(Math.min(from, to), Math.max(from, to) + 1)
      const picked = from < 0 || to < 0 ? [id] : range
      last.current = id
      change((now) => {
        for (const one of picked) {
          if (isWanted) now.add(one)
          else now.delete(one)
        }
      })
    },
    drop: (id: string) => change((now) => now.delete(id)),
    set: (all: readonly string[]) => setState({ page, ids: new Set(all) }),
  }
}

/** The selected ids of a page, and the ways to change them. */
export type Selection = ReturnType<typeof useSelection>
