import type { ReactNode } from 'react'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { STATUSES } from '#forms/statuses.ts'
import {
  $counts,
  countRecords,
  listName,
  listsOf,
  type CountedList,
  type RecordSource,
} from '../api/lists.ts'
import { useRequest } from '../api/use-request.ts'
import { searchFor, showList } from '../route/navigation.ts'
import type { DashboardRoute } from '../route/route.ts'
import { Button } from '../parts/Controls.tsx'
import { useStore } from '../parts/use-store.ts'
import { RouteLink } from '../route/RouteLink.tsx'

const FIRST_PAGE = { label: 'First page', onPress: () => showList() }

/** Says so instead of another try. */
export const NO_PAGE = {
  detail: 'This page no longer exists',
  help: [FIRST_PAGE],
  onRetry: undefined,
}

type Props = { source: RecordSource; route: DashboardRoute; total: number }

/** Why the list shows no record. */
export function Empty({ source, route, total }: Props) {
  const { form } = source
  const [view, why] = viewInWords(form, route)
  if (route.search) {
    const help = { label: 'Clear the search', onPress: () => searchFor('') }
    const words = `No ${view} contains “${route.search}”.`
    const inAll = { source, search: route.search, words: 'in All' }
    return (
      <Nothing heading="No match" words={words} help={help}>
        {view !== form.noun && <Found label="Without the filter:" queries={[inAll]} />}
        <Elsewhere source={source} search={route.search} isHeld={route.held !== undefined} />
        <FewerWords source={source} search={route.search} />
      </Nothing>
    )
  }
  if (total === 0) return <Nothing words={why} />
  return <Nothing words="Nothing is left on this page." help={FIRST_PAGE} />
}

/** What the view is of, such as “overdue contact submission”, and why it has none. */
function viewInWords({ noun }: Form, { held, status }: DashboardRoute): [of: string, why: string] {
  const narrowed = STATUSES.find((one) => one === status)
  if (held) return [`held ${noun}`, 'Nothing is held.']
  if (narrowed === 'today') return [`${noun} due today`, 'No reply is due today.']
  if (narrowed) return [`${narrowed} ${noun}`, `No ${noun} is ${narrowed}.`]
  return [noun, `The first ${noun} will appear here.`]
}

type NothingProps = {
  heading?: string
  words: string
  help?: { label: string; onPress: () => void }
  children?: ReactNode
}

export const Nothing = ({ heading = 'No records', words, help, children }: NothingProps) => (
  <div className="empty">
    <p className="h3">{heading}</p>
    <p className="soft">{words}</p>
    {children}
    {help && <Button onPress={help.onPress}>{help.label}</Button>}
  </div>
)

type Query = { source: RecordSource; search: string; words: string; isHeld?: boolean }

function Found({ label, queries }: { label: string; queries: readonly Query[] }) {
  const key = JSON.stringify(queries.map((one) => [listName(one.source), one.search, one.isHeld]))
  const { result, isStale } = useRequest(key, () =>
    Promise.all(
      queries.map(async (one) => ({
        ...one,
        total: await countRecords(one.source, { search: one.search, isHeld: one.isHeld }),
      })),
    ),
  )
  const found = isStale ? [] : (result ?? []).filter(({ total }) => total > 0)
  if (found.length === 0) return null
  return (
    <p className="elsewhere soft">
      {label}{' '}
      {found.map(({ source: { form, project }, search, words, isHeld, total }) => (
        <RouteLink
          key={words}
          to={{ tab: form.name, project, search, held: isHeld ? 'yes' : undefined }}
        >
          {total.toLocaleString()} {words}
        </RouteLink>
      ))}
    </p>
  )
}

type ElsewhereProps = { source: RecordSource; search: string; isHeld: boolean }

/** What other lists have, and all held records. */
export function Elsewhere({ source, search, isHeld }: ElsewhereProps) {
  const known = useStore($counts)
  const all = forms.flatMap((form) => listsOf(form, known))
  const isOther = (one: CountedList) => listName(one) !== listName(source)
  const inList = (isHeld: boolean) => (one: CountedList) => {
    const words = [isHeld && 'held', 'in', one.form.tab, one.name].filter(Boolean).join(' ')
    return { source: one, search, words, isHeld }
  }
  return (
    <Found
      label="Also:"
      queries={[
        ...all.filter(isOther).map(inList(false)),
        ...all.filter((one) => one.counts.held && (!isHeld || isOther(one))).map(inList(true)),
      ]}
    />
  )
}

const MOST_WORDS = 5

/** Where several words find nothing, what one word less would find. */
function FewerWords({ source, search }: { source: RecordSource; search: string }) {
  const words = search.split(/\s+/)
  if (words.length < 2 || words.length > MOST_WORDS) return null
  const queries = words.map((_, at) => {
    const fewer = words.toSpliced(at, 1).join(' ')
    return { source, search: fewer, words: `for “${fewer}”` }
  })
  return <Found label="With one word less:" queries={queries} />
}
