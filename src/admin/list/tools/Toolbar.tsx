import { useEffect, useId, useRef, useState } from 'react'
import { isDueFirst, STATUSES, type Status } from '#forms/statuses.ts'
import { $counts, listName, type RecordSource } from '../../api/lists.ts'
import { Button } from '../../parts/Controls.tsx'
import { useInSight } from '../../parts/use-in-sight.ts'
import { usePart, useStore } from '../../parts/use-store.ts'
import { searchFor, showList } from '../../route/navigation.ts'
import { $isSearchWanted, useRoute } from '../../route/route.ts'
import { denseRows } from '../../table/RecordsTable.tsx'
import { Exports, type Props } from './ExportLink.tsx'

export function Toolbar(list: Props) {
  const route = useRoute()
  const isDense = useStore(denseRows.$isOn)
  return (
    <div className="row tools">
      <SearchBox search={route.search ?? ''} />
      <Chips source={list.source} />
      <div className="row tools-end">
        <Button look="chip" aria-pressed={isDense} onPress={() => denseRows.set(!isDense)}>
          Compact rows
        </Button>
        <Exports {...list} />
      </div>
    </div>
  )
}

/** The chip of each view of a list. */
const VIEWS: Readonly<Record<View, string>> = {
  all: 'All',
  new: 'New',
  waiting: 'Waiting',
  overdue: 'Overdue',
  today: 'Due today',
  answered: 'Answered',
  held: 'Held',
}

type View = Status | 'all' | 'held'

export const WHAT_IS_HELD =
  'Submissions that look automatic, or that somebody marked as spam. They count in no total.'

function Chips({ source }: { source: RecordSource }) {
  const { status, held } = useRoute()
  const counts = usePart($counts, (all) => all[listName(source)])
  const shown = held === undefined ? (STATUSES.find((one) => one === status) ?? 'all') : 'held'
  const row = useInSight<HTMLDivElement>(shown, '[aria-pressed=true]')
  // The others are of replies.
  const isOffered = (one: View) =>
    ['all', 'new', 'held', shown].includes(one) || source.form.replyPromise !== undefined
  function show(one: View) {
    const next = one === 'all' || one === shown ? undefined : one
    const [held, status] = next === 'held' ? ['yes'] : [undefined, next]
    // What is due first comes first, whatever the order before.
    const isOwnOrder = one === 'held' || isDueFirst(status)
    showList({ held, status, ...(isOwnOrder && { sort: undefined }) })
  }
  return (
    <div ref={row} className="chips" role="group" aria-label="Filter the list">
      {(['all', ...STATUSES, 'held'] as const).filter(isOffered).map((is) => {
        const count = counts?.[is === 'today' ? 'dueToday' : is]
        return (
          <Button
            key={is}
            look={is === 'overdue' && count ? 'chip urgent' : 'chip'}
            title={is === 'held' ? WHAT_IS_HELD : undefined}
            aria-pressed={is === shown}
            onPress={() => show(is)}
          >
            {VIEWS[is]} <sup>{count?.toLocaleString() ?? '–'}</sup>
          </Button>
        )
      })}
    </div>
  )
}

const TYPING_PAUSE_MS = 250

function SearchBox({ search }: { search: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  const [typed, setTyped] = useState(search)
  const [sent, setSent] = useState(search)
  // The search came from Back or from a link.
  if (search !== sent) {
    setSent(search)
    setTyped(search)
  }
  // The words were typed for this list, not for the next one.
  useEffect(() => () => clearTimeout(timer.current), [])
  const { record } = useRoute()
  const isWanted = useStore($isSearchWanted)
  useEffect(() => {
    if (record || !isWanted) return
    input.current?.focus()
    // What is typed next replaces the words that are there.
    input.current?.select()
    $isSearchWanted.set(false)
  }, [record, isWanted])

  function send(text: string) {
    clearTimeout(timer.current)
    setSent(text.trim())
    if (text.trim() !== search) searchFor(text.trim())
  }

  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault()
        // The next key is meant for the results, or for what other lists have.
        input.current?.blur()
        if (typed.trim() === search) document.querySelector<HTMLElement>('.empty a')?.focus()
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search this list
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        placeholder="Search"
        aria-keyshortcuts="/"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => send(value), TYPING_PAUSE_MS)
        }}
        onBlur={() => send(typed)}
        onKeyDown={({ key, currentTarget }) => {
          // The browser clears the field at the first Escape.
          if (key === 'Escape' && currentTarget.value === '') currentTarget.blur()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}
