import { useEffect, useId, useRef, useState } from 'react'
import { useKeys } from '../../parts/use-keys.ts'
import { searchFor } from '../../route/navigation.ts'

/** After the last key, before the search begins. */
const TYPING_PAUSE_MS = 250

/** Looks for words while they are typed. */
export function SearchBox({ search }: { search: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  const [typed, setTyped] = useState(search)
  const [sent, setSent] = useState(search)
  // It came with Back or with a link, not from here.
  if (search !== sent) {
    setSent(search)
    setTyped(search)
  }
  // Another tab's list is not what was typed for.
  useEffect(() => () => clearTimeout(timer.current), [])
  useKeys({ '/': () => input.current?.focus() })

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
        // What was found is what the next key is for.
        input.current?.blur()
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search in every text
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        placeholder="Any words"
        aria-keyshortcuts="/"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => send(value), TYPING_PAUSE_MS)
        }}
        onBlur={() => send(typed)}
        onKeyDown={({ key, currentTarget }) => {
          // The first one clears the field, as browsers do it.
          if (key === 'Escape' && currentTarget.value === '') currentTarget.blur()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}
