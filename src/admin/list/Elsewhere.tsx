import { forms } from '#forms/index.ts'
import { countRecords } from '../api/admin-api.ts'
import { $counts, listName, listsOf, type RecordSource } from '../api/lists.ts'
import { useRequest } from '../api/use-request.ts'
import { useStore } from '../parts/use-store.ts'
import { RouteLink } from '../route/RouteLink.tsx'

type Query = { source: RecordSource; search: string; words: string }

/** Links to searches that find something, each with its number. */
function Found({ label, queries }: { label: string; queries: readonly Query[] }) {
  const key = JSON.stringify(queries.map(({ source, search }) => [listName(source), search]))
  const { result, isStale } = useRequest(key, () =>
    Promise.all(
      queries.map(async (one) => ({
        ...one,
        total: await countRecords(one.source, { search: one.search }),
      })),
    ),
  )
  const found = isStale ? [] : (result ?? []).filter(({ total }) => total > 0)
  if (found.length === 0) return null
  return (
    <p className="elsewhere soft">
      {label}{' '}
      {found.map(({ source: { form, project }, search, words, total }) => (
        <RouteLink key={words} to={{ tab: form.name, project, search }}>
          {total.toLocaleString()} {words}
        </RouteLink>
      ))}
    </p>
  )
}

/** What a search finds in the other lists. */
export function Elsewhere({ source, search }: { source: RecordSource; search: string }) {
  const known = useStore($counts)
  const queries = forms.flatMap((form) =>
    listsOf(form, known).map((list) => ({
      source: list,
      search,
      words: ['in', form.tab, list.project].filter(Boolean).join(' '),
    })),
  )
  const others = queries.filter((one) => listName(one.source) !== listName(source))
  return <Found label="Also:" queries={others} />
}

const MOST_WORDS = 5

/** Where several words find nothing, what one word less would find. */
export function FewerWords({ source, search }: { source: RecordSource; search: string }) {
  const words = search.split(/\s+/)
  if (words.length < 2 || words.length > MOST_WORDS) return null
  const queries = words.map((_, at) => {
    const fewer = words.toSpliced(at, 1).join(' ')
    return { source, search: fewer, words: `for “${fewer}”` }
  })
  return <Found label="With one word less:" queries={queries} />
}
