import { useEffect, useState } from 'react'
import { Ask } from '../../parts/Ask.tsx'
import type { OpenNote } from './use-note.ts'

/** Ways out of the record that ask first while its note is not saved. */
export function useLeaving({ isUnsaved }: OpenNote) {
  const [way, setWay] = useState<() => void>()

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return {
    /** Where somebody wants to go, while they are asked. */
    way,
    leave: (go: (() => void) | undefined) =>
      go &&
      (() => {
        if (isUnsaved) setWay(() => go)
        else go()
      }),
    stay: () => setWay(undefined),
    go: () => {
      setWay(undefined)
      way?.()
    },
  }
}

type Props = { note: OpenNote; onGo: () => void; onStay: () => void }

/** The question before a record is left whose note is not saved. */
export function LeaveNote({ note, onGo, onStay }: Props) {
  async function save() {
    if (await note.save()) onGo()
    else onStay()
  }

  return (
    <Ask
      heading="Your note is not saved"
      actions={
        <>
          <button type="button" className="button solid" data-focus onClick={() => void save()}>
            Save note
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              note.discard()
              onGo()
            }}
          >
            Discard it
          </button>
          <button type="button" className="button" onClick={onStay}>
            Keep writing
          </button>
        </>
      }
      onClose={onStay}
    />
  )
}
