import { useId } from 'react'
import type { ListPage } from '#api/admin-contract.ts'
import { useRoute } from '../../route/route.ts'
import {
  resizePage,
  showNewest,
  showNext,
  showPrevious,
  previousCursorsOf,
} from '../../route/navigation.ts'
import { PAGE_SIZES, pageSize } from '../../route/page-size.ts'

/** The way to the other pages, where one is, and how many rows a page has. */
export function Pages({ page: { total, next } }: { page: ListPage }) {
  const id = useId()
  const route = useRoute()
  const size = pageSize(route.limit)
  const previousCursors = previousCursorsOf(route)
  const hasPages = next !== null || route.after !== undefined
  return (
    <>
      {hasPages && (
        <nav className="row" aria-label="Pages">
          <PageButton label="First" onPress={route.after ? showNewest : undefined} />
          <PageButton
            label="Previous"
            onPress={previousCursors?.length ? showPrevious : undefined}
          />
          <PageButton label="Next" onPress={next ? () => showNext(next) : undefined} />
        </nav>
      )}
      {previousCursors && hasPages && (
        <p className="tabular soft">
          Page {(previousCursors.length + 1).toLocaleString()} of{' '}
          {Math.ceil(total / size).toLocaleString()}
        </p>
      )}
      {(total > Math.min(...PAGE_SIZES) || route.limit) && (
        <p className="size">
          <label htmlFor={id}>Rows</label>
          <select
            id={id}
            className="input"
            value={size}
            onChange={({ currentTarget }) => {
              const chosen = Number(currentTarget.value)
              resizePage(chosen === PAGE_SIZES[0] ? undefined : chosen)
            }}
          >
            {PAGE_SIZES.toSorted((a, b) => a - b).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </p>
      )}
    </>
  )
}

type ButtonProps = { label: string; onPress: (() => void) | undefined }

/** Not disabled where it leads nowhere: it would lose the focus of whoever came there with it. */
const PageButton = ({ label, onPress }: ButtonProps) => (
  <button type="button" className="button small" aria-disabled={!onPress} onClick={onPress}>
    {label}
  </button>
)
