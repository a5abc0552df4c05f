import { useRoute } from '../route/route.ts'
import { sortBy } from '../route/navigation.ts'

/** The newest first: the order of a list that names none. */
const DEFAULT_SORT = '-createdAt'

type Props = { column: string; label: string }

/** A column's head, which sorts by it; pressed again, in reverse. */
export function ColumnHead({ column, label }: Props) {
  const { sort = DEFAULT_SORT } = useRoute()
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  const next = order === 'ascending' ? `-${column}` : column
  return (
    <th scope="col" aria-sort={order}>
      <button
        type="button"
        className="sort"
        onClick={() => sortBy(next === DEFAULT_SORT ? undefined : next)}
      >
        {label}
      </button>
    </th>
  )
}
