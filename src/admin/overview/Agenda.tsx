import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { $counts, $looks, listsOf, listPath, type Known } from '../api/lists.ts'
import { Link } from '../parts/Link.tsx'
import { useStore } from '../parts/use-store.ts'
import { addressOf, goTo, type DashboardRoute } from '../route/route.ts'

/** In the order of the columns. */
const KINDS = ['new', 'waiting', 'dueToday', 'overdue', 'held'] as const
type TaskKind = (typeof KINDS)[number]

/** A list with its open work: a form's, or that of one waitlist. */
type Tasks = { form: Form; project: string | undefined; counts: Known }

/** Undefined until all counts are known. */
function useAgenda(): Tasks[] | undefined {
  const known = useStore($counts)
  const hasLooked = useStore($looks) > 0
  const tasks = forms.map((form) => ({ form, lists: listsOf(form, known) }))
  // A studio may have no waitlist.
  if (!hasLooked || !tasks.every(({ form, lists }) => form.splitBy || lists.length > 0))
    return undefined
  return tasks.flatMap(({ form, lists }) =>
    lists.map(([name, counts]) => {
      const project = name.slice(listPath({ form }).length + 1) || undefined
      return { form, project, counts }
    }),
  )
}

const kinds: Record<TaskKind, { head: string; narrowed: DashboardRoute; isOfReplies?: boolean }> = {
  new: { head: 'New', narrowed: { status: 'new' } },
  waiting: { head: 'Waiting', narrowed: { status: 'waiting' }, isOfReplies: true },
  dueToday: { head: 'Due today', narrowed: { status: 'today' }, isOfReplies: true },
  overdue: { head: 'Overdue', narrowed: { status: 'overdue' }, isOfReplies: true },
  held: { head: 'Held', narrowed: { held: 'yes' } },
}

/** The tasks of each tab; each number links to the records that it counts. */
export function Agenda() {
  const agendas = useAgenda()
  return <div className="agenda">{agendas && <Table agendas={agendas} />}</div>
}

function Table({ agendas }: { agendas: readonly Tasks[] }) {
  const sum = (kind: TaskKind) => agendas.reduce((all, { counts }) => all + (counts[kind] ?? 0), 0)
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
        {agendas.map((tasks) => (
          <tr key={`${tasks.form.name} ${tasks.project}`}>
            <th scope="row">
              {tasks.form.tab} {tasks.project && <span className="note">{tasks.project}</span>}
            </th>
            {KINDS.map((kind) => (
              <td key={kind}>
                <Task {...tasks} kind={kind} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How much of a kind there is, and a link to exactly these records. */
function Task({ form, project, counts, kind }: Tasks & { kind: TaskKind }) {
  const { head, narrowed, isOfReplies } = kinds[kind]
  if (isOfReplies && !form.replyPromise) return null
  const count = counts[kind] ?? 0
  if (count === 0) return <span className="soft">0</span>
  const route = { ...narrowed, tab: form.name, project }
  return (
    <Link
      className={kind === 'overdue' ? 'overdue' : undefined}
      href={addressOf(route)}
      onFollow={() => goTo(route)}
    >
      {count.toLocaleString()}
      <span className="visually-hidden">
        {' '}
        {head.toLowerCase()}, {form.tab}
        {project && ` ${project}`}
      </span>
    </Link>
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
