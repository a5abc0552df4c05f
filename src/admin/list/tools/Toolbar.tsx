import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../parts/Controls.tsx'
import { denseRows } from '../../parts/switches.ts'
import { useStore } from '../../parts/use-store.ts'
import { searchFor } from '../../route/navigation.ts'
import { $isSearchWanted, useRoute } from '../../route/route.ts'
import { Chips } from './Chips.tsx'
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
        // The next key is meant for the results.
        input.current?.blur()
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
