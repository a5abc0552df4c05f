import type { PersonRecord } from '#api/admin-contract.ts'
import { forms } from '#forms/index.ts'
import { display } from '../parts/display.tsx'
import { opensElsewhere } from '../parts/link-click.ts'
import { addressOf, replaceRoute, type DashboardRoute } from '../route/route.ts'

/** Each record with its form and time, as a link to it. */
export function PersonRecords({ items }: { items: readonly PersonRecord[] }) {
  if (items.length === 0) return <p className="soft">Nothing is stored of this person any more.</p>
  return (
    <ul className="person-records">
      {items.map((item) => {
        const form = forms.find(({ collection }) => collection === item.collection)
        const route = routeOf(item, form?.name)
        return (
          <li key={item.id}>
            <a
              href={addressOf(route)}
              onClick={(event) => {
                if (opensElsewhere(event)) return
                event.preventDefault()
                replaceRoute(route)
              }}
            >
              {[form?.noun ?? item.collection, item.projectSlug].filter(Boolean).join(', ')}
            </a>
            {item.held && <span className="note">held</span>}
            <span className="soft">{display(item.createdAt)}</span>
          </li>
        )
      })}
    </ul>
  )
}

const routeOf = ({ id, projectSlug, held }: PersonRecord, tab?: string): DashboardRoute => ({
  tab,
  project: projectSlug,
  held: held ? 'yes' : undefined,
  record: id,
})
