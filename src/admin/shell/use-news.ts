import { forms } from '#forms/index.ts'
import { $counts } from '../api/counts.ts'
import { listPath } from '../api/record-source.ts'
import { useStore } from '../parts/use-store.ts'

/** How many records nobody has opened yet: of one form, and of all. */
export function useNews() {
  const counts = useStore($counts, {})
  const sums = new Map(
    forms.map((form) => {
      const path = listPath({ form })
      // A waitlist's projects are counted one by one.
      const own = Object.entries(counts).filter(([name]) => name.startsWith(path))
      return [form.name, own.reduce((sum, [, list]) => sum + (list.new || 0), 0)]
    }),
  )
  return {
    of: (name: string) => sums.get(name) ?? 0,
    all: [...sums.values()].reduce((sum, one) => sum + one, 0),
  }
}
