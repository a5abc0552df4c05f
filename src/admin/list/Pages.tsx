import { useId } from 'react'
import type { RecordPage } from '../api/admin-api.ts'
import { usePlace } from '../route/route.ts'
import { resizePage, showNewest, showNext, showPrevious, trailOf } from '../route/navigation.ts'
import { PAGE_SIZES, pageSize } from '../route/page-size.ts'

/** The way to the other pages, where one is, and how many rows a page has. */
export function Pages({ page: { total, next } }: { page: RecordPage }) {
  const id = useId()
  const place = usePlace()
  const size = pageSize(place.limit)
  const trail = trailOf(place)
  const hasPages = next !== null || place.after !== undefined
  return (
    <>
      {hasPages && (
        <nav className="row" aria-label="Pages">
          <PageButton label="First" onPress={place.after ? showNewest : undefined} />
          <PageButton label="Previous" onPress={trail?.length ? showPrevious : undefined} />
          <PageButton label="Next" onPress={next ? () => showNext(next) : undefined} />
        </nav>
      )}
      {trail && hasPages && (
        <p className="tn soft">
          Page {(trail.length + 1).toLocaleString()} of {Math.ceil(total / size).toLocaleString()}
        </p>
      )}
      {(total > Math.min(...PAGE_SIZES) || place.limit) && (
        <p className="size">
          <label htmlFor={id}>Rows</label>
          <select
            id={id}
            className="in"
            value={size}
            onChange={({ currentTarget }) => {
              const wish = Number(currentTarget.value)
              resizePage(wish === PAGE_SIZES[0] ? undefined : wish)
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
  <button type="button" className="btn sm" aria-disabled={!onPress} onClick={onPress}>
    {label}
  </button>
)
