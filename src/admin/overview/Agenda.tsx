import { forms } from '#forms/index.ts'
import {
  $counts,
  $lookedAt,
  $uncounted,
  listName,
  listsOf,
  type CountedList,
} from '../api/lists.ts'
import { useAsOf } from '../parts/Request.tsx'
import { useStore } from '../parts/use-store.ts'
import { RouteLink } from '../route/RouteLink.tsx'

const columns = [
  { kind: 'new', head: 'New', narrowed: { status: 'new' } },
  { kind: 'waiting', head: 'Waiting', narrowed: { status: 'waiting' } },
  { kind: 'overdue', head: 'Overdue', narrowed: { status: 'overdue' } },
  { kind: 'dueToday', head: 'Due today', narrowed: { status: 'today' } },
  { kind: 'held', head: 'Held', narrowed: { held: 'yes' } },
] as const

type Column = (typeof columns)[number]
type TaskKind = Column['kind']

/** All lists once their counts are known, or those that could be counted. */
function useLists() {
  const known = useStore($counts)
  const hasLooked = useStore($lookedAt) > 0
  const uncounted = useStore($uncounted)
  // A studio may have no waitlist.
  const isKnown =
    uncounted || forms.every((form) => form.splitBy || listsOf(form, known).length > 0)
  const lists = hasLooked && isKnown ? forms.flatMap((form) => listsOf(form, known)) : undefined
  return { lists, uncounted }
}

/** The tasks of all tabs in one sentence. Its place is kept. */
export function Headline() {
  const { lists, uncounted } = useLists()
  const asOf = useAsOf()
  const subject = uncounted === 'some' ? 'Not all lists' : 'No list'
  // Nobody on a waitlist waits for a reply.
  const sum = (kind: TaskKind, isJoined = false) =>
    lists
      ?.filter(({ form }) => Boolean(form.splitBy) === isJoined)
      .reduce((all, { counts }) => all + (counts[kind] ?? 0), 0) ?? 0
  const words = inWords(sum('new'), sum('new', true), sum('dueToday'), sum('overdue'))
  const nothing = lists && !uncounted ? 'Nothing is new, and no reply is due today.' : '\u00a0'
  return (
    <p id="headline" className="headline">
      {words || nothing}
      {uncounted && <small>{asOf || `${subject} could be counted; the page tries again.`}</small>}
    </p>
  )
}

/** The tasks of each tab; each number links to the records it counts. */
export function Agenda() {
  const { lists } = useLists()
  return (
    <div className="agenda">
      {lists && (
        <table aria-labelledby="headline">
          <thead>
            <tr>
              <td />
              {columns.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <tr key={listName(list)}>
                <th scope="row">
                  {list.form.tab} <span className="note">{list.name}</span>
                </th>
                {columns.map((column) => (
                  <td key={column.kind}>
                    <Task {...list} {...column} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Task({ form, project, name, counts, kind, head, narrowed }: CountedList & Column) {
  // The others are of replies.
  if (!form.replyPromise && kind !== 'new' && kind !== 'held') return null
  const count = counts[kind]
  if (!count) return <span className="soft">{count ?? '…'}</span>
  return (
    <RouteLink
      className={kind === 'overdue' ? 'overdue' : undefined}
      to={{ ...narrowed, tab: form.name, project }}
    >
      {count.toLocaleString()}
      <span className="visually-hidden">
        {' '}
        {head.toLowerCase()}, {form.tab}
        {name && ` ${name}`}
      </span>
    </RouteLink>
  )
}

/** The most urgent first; empty if there is nothing. */
function inWords(fresh: number, joined: number, today: number, overdue: number): string {
  const parts = [
    overdue > 0 && `${overdue} ${overdue === 1 ? 'reply is' : 'replies are'} overdue`,
    today > 0 && `${today} due today`,
    fresh > 0 && `${fresh} new`,
    joined > 0 && `${joined} new on waitlists`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}
