import type { ListPage } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { STATUSES } from '#forms/statuses.ts'
import type { DashboardRoute } from '../route/route.ts'
import { searchFor, showNewest } from '../route/navigation.ts'

export function countInWords({ total }: ListPage, { search, held }: DashboardRoute): string {
  const number = total.toLocaleString()
  if (search) return total === 1 ? '1 match' : `${number} matches`
  if (held) return `${number} held`
  return total === 1 ? '1 record' : `${number} records`
}

type Props = { form: Form; route: DashboardRoute; total: number }

/** Why the list shows no record. */
export function Empty({ form, route, total }: Props) {
  if (route.search) {
    return (
      <div className="empty">
        <p className="h3">No match</p>
        <p className="soft">No record contains “{route.search}”.</p>
        <button type="button" className="button small" onClick={() => searchFor('')}>
          Clear the search
        </button>
      </div>
    )
  }
  if (total > 0) {
    return (
      <div className="empty">
        <p className="h3">No records</p>
        <p className="soft">Everything on this page has been deleted or released.</p>
        <button type="button" className="button small" onClick={showNewest}>
          First page
        </button>
      </div>
    )
  }
  return (
    <div className="empty">
      <p className="h3">No records</p>
      <p className="soft">{whyEmpty(form, route)}</p>
    </div>
  )
}

function whyEmpty({ noun }: Form, { held, status }: DashboardRoute): string {
  if (held) return 'Nothing is held.'
  const narrowed = STATUSES.find((one) => one === status)
  return narrowed ? `No ${noun} is ${narrowed}.` : `The first ${noun} will appear here.`
}
