import type { ReactNode } from 'react'
import type { Counts } from '../api/counts.ts'
import { opensElsewhere } from '../parts/link-click.ts'
import { addressOf, goTo, type DashboardRoute } from '../route/route.ts'
import { useAgenda, type Agenda as TabAgenda } from './use-agenda.ts'
import { useDueToday } from './use-due-today.ts'

const kinds = [
  { head: 'New', of: 'new', route: { status: 'new' } },
  { head: 'Waiting', of: 'waiting', route: { status: 'waiting' } },
  { head: 'Due today', of: 'today', route: { status: 'waiting', sort: 'createdAt' } },
  { head: 'Overdue', of: 'overdue', route: { status: 'overdue' } },
  { head: 'Held', of: 'held', route: { held: 'yes' } },
] as const satisfies { head: string; of: keyof Counts | 'today'; route: DashboardRoute }[]

/** What is to be done now, tab by tab; each number leads to those it counts. */
export function Agenda() {
  const agendas = useAgenda()
  // Nothing moves when it is known: it has its height from the start.
  return <div className="agenda">{agendas && <Table agendas={agendas} />}</div>
}

function Table({ agendas }: { agendas: readonly TabAgenda[] }) {
  const dueToday = useDueToday(agendas)
  const sum = (kind: keyof Counts) => agendas.reduce((all, { counts }) => all + counts[kind], 0)
  const today = [...dueToday.values()].reduce((all, one) => all + one, 0)
  return (
    <table>
      <caption>{inWords({ fresh: sum('new'), today, overdue: sum('overdue') })}</caption>
      <thead>
        <tr>
          <td />
          {kinds.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {agendas.map(({ form, counts, projectWith }) => (
          <tr key={form.name}>
            <th scope="row">{form.tab}</th>
            {kinds.map(({ head, of, route }) => {
              const count = of === 'today' ? (dueToday.get(form.name) ?? 0) : counts[of]
              const project = form.splitBy && projectWith(of === 'today' ? 'waiting' : of)
              return (
                <td key={head} className={of === 'overdue' && count > 0 ? 'overdue' : undefined}>
                  {count === 0 ? (
                    <span className="soft">0</span>
                  ) : (
                    <Way route={{ ...route, tab: form.name, project }}>
                      {count.toLocaleString()}
                      <span className="visually-hidden">
                        {' '}
                        {head.toLowerCase()}, {form.tab}
                      </span>
                    </Way>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Way = ({ route, children }: { route: DashboardRoute; children: ReactNode }) => (
  <a
    href={addressOf(route)}
    onClick={(event) => {
      if (opensElsewhere(event)) return
      event.preventDefault()
      goTo(route)
    }}
  >
    {children}
  </a>
)

/** The most urgent first. */
function inWords({ fresh, today, overdue }: Record<'fresh' | 'today' | 'overdue', number>): string {
  const parts = [
    overdue > 0 && `${overdue} ${overdue === 1 ? 'reply is' : 'replies are'} overdue`,
    today > 0 && `${today} due today`,
    fresh > 0 && `${fresh} new`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is new, and no reply is due today.'
}
