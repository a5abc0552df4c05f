import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { $counts, listsOf, listPath } from '../api/lists.ts'
import { Link } from '../parts/Link.tsx'
import { useStore } from '../parts/use-store.ts'
import { addressOf, goTo, type DashboardRoute } from '../route/route.ts'

/** In the order of the columns. */
const KINDS = ['new', 'waiting', 'dueToday', 'overdue', 'held'] as const
type TaskKind = (typeof KINDS)[number]

/** For a waitlist, the tasks of all its projects. */
type TabTasks = {
  form: Form
  counts: Record<TaskKind, number>
  /** The first project with such a task, for the link. */
  projectWith: (kind: TaskKind) => string | undefined
}

/** Undefined until all counts are known. */
function useAgenda(): TabTasks[] | undefined {
  const known = useStore($counts, {})
  const agendas = forms.map((form) => {
    const lists = listsOf(form, known)
    const sum = (kind: TaskKind) => lists.reduce((all, [, one]) => all + (one[kind] ?? 0), 0)
    return {
      form,
      isKnown: lists.length > 0,
      counts: Object.fromEntries(KINDS.map((kind) => [kind, sum(kind)])) as TabTasks['counts'],
      projectWith(kind: TaskKind) {
        const [name = ''] = lists.find(([, one]) => (one[kind] ?? 0) > 0) ?? []
        return name.slice(listPath({ form }).length + 1) || undefined
      },
    }
  })
  return agendas.every(({ isKnown }) => isKnown) ? agendas : undefined
}

const kinds: Record<TaskKind, { head: string; narrowed: DashboardRoute }> = {
  new: { head: 'New', narrowed: { status: 'new' } },
  waiting: { head: 'Waiting', narrowed: { status: 'waiting' } },
  dueToday: { head: 'Due today', narrowed: { status: 'waiting', sort: 'createdAt' } },
  overdue: { head: 'Overdue', narrowed: { status: 'overdue' } },
  held: { head: 'Held', narrowed: { held: 'yes' } },
}

/** The tasks of each tab; each number links to the records that it counts. */
export function Agenda() {
  const agendas = useAgenda()
  // The box has its height from the start, so that nothing moves when the counts come.
  return <div className="agenda">{agendas && <Table agendas={agendas} />}</div>
}

function Table({ agendas }: { agendas: readonly TabTasks[] }) {
  const sum = (kind: TaskKind) => agendas.reduce((all, { counts }) => all + counts[kind], 0)
  return (
    <table>
      <caption>
        {inWords({ fresh: sum('new'), today: sum('dueToday'), overdue: sum('overdue') })}
      </caption>
      <thead>
        <tr>
          <td />
          {KINDS.map((kind) => (
            <th key={kind} scope="col">
              {kinds[kind].head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {agendas.map(({ form, counts, projectWith }) => (
          <tr key={form.name}>
            <th scope="row">{form.tab}</th>
            {KINDS.map((kind) => {
              const { head, narrowed } = kinds[kind]
              const count = counts[kind]
              const project = form.splitBy && projectWith(kind)
              const route = { ...narrowed, tab: form.name, project }
              return (
                <td key={kind} className={kind === 'overdue' && count > 0 ? 'overdue' : undefined}>
                  {count === 0 ? (
                    <span className="soft">0</span>
                  ) : (
                    <Link href={addressOf(route)} onFollow={() => goTo(route)}>
                      {count.toLocaleString()}
                      <span className="visually-hidden">
                        {' '}
                        {head.toLowerCase()}, {form.tab}
                      </span>
                    </Link>
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

/** The most urgent first. */
function inWords({ fresh, today, overdue }: Record<'fresh' | 'today' | 'overdue', number>): string {
  const parts = [
    overdue > 0 && `${overdue} ${overdue === 1 ? 'reply is' : 'replies are'} overdue`,
    today > 0 && `${today} due today`,
    fresh > 0 && `${fresh} new`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is new, and no reply is due today.'
}
