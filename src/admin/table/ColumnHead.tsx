import { useRoute } from '../route/route.ts'
import { sortBy } from '../route/navigation.ts'

/** The list's own order: the newest first. */
const OWN = '-createdAt'

type Props = { column: string; label: string }

/** A column's head, which sorts by it; pressed again, in reverse. */
export function ColumnHead({ column, label }: Props) {
  const { sort = OWN } = useRoute()
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  const next = order === 'ascending' ? `-${column}` : column
  return (
    <th scope="col" aria-sort={order}>
      <button
        type="button"
        className="sort"
        onClick={() => sortBy(next === OWN ? undefined : next)}
      >
        {label}
      </button>
    </th>
  )
}
