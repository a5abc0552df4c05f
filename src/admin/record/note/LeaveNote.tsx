import { useEffect, useState } from 'react'
import { $isReloading } from '../../api/new-version.ts'
import { Button } from '../../parts/Button.tsx'
import { Ask } from '../../parts/Dialog.tsx'
import type { OpenNote } from './use-note.ts'

/** Holds back a navigation while the note is not saved. */
export function usePendingNavigation({ isUnsaved }: OpenNote) {
  const [pending, setPending] = useState<() => void>()

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!$isReloading.get()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return {
    /** The navigation that waits for the answer. */
    pending,
    leave: (go: (() => void) | undefined) =>
      go &&
      (() => {
        if (isUnsaved) setPending(() => go)
        else go()
      }),
    cancel: () => setPending(undefined),
    go: () => {
      setPending(undefined)
      pending?.()
    },
  }
}

type Props = { note: OpenNote; onGo: () => void; onStay: () => void }

/** The question before the user leaves an unsaved note. */
export function LeaveNote({ note, onGo, onStay }: Props) {
  async function save() {
    if (await note.save()) onGo()
    else onStay()
  }

  return (
    <Ask heading="Your note is not saved" keep="Keep writing" onClose={onStay}>
      <Button look="button solid" data-focus onPress={save}>
        Save note
      </Button>
      <Button
        look="button"
        onPress={() => {
          note.discard()
          onGo()
        }}
      >
        Discard it
      </Button>
    </Ask>
  )
}
