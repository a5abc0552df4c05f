import { useState } from 'react'

/** The ids that are selected on one page; another page begins with none. */
export function useSelection(page: string) {
  const [state, setState] = useState<{ page: string; ids: ReadonlySet<string> }>({
    page,
    ids: new Set(),
  })
  const ids: ReadonlySet<string> = state.page === page ? state.ids : new Set()
  const change = (edit: (ids: Set<string>) => unknown) =>
    setState((now) => {
      const next = new Set(now.page === page ? now.ids : [])
      edit(next)
      return { page, ids: next }
    })
  return {
    ids,
    toggle: (id: string) => change((now) => now.delete(id) || now.add(id)),
    drop: (id: string) => change((now) => now.delete(id)),
    set: (all: readonly string[]) => setState({ page, ids: new Set(all) }),
  }
}

/** The selected ids of a page, and the ways to change them. */
export type Selection = ReturnType<typeof useSelection>
