import { atom } from 'nanostores'
import { useState } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { tidyText } from '#forms/judging/tidy.ts'
import { changeRecord, conflictIn, readRecord } from '../../api/admin-api.ts'
import { failureOf, type Failure } from '../../api/failure.ts'
import type { RecordSource } from '../../api/record-source.ts'
import { useOnRetry } from '../../api/connection.ts'
import { useStore } from '../../parts/use-store.ts'

/** What was typed into a note and is not saved, and the version of the note that it was typed over. */
type NoteDraft = { text: string; version: number }

/**
 * By the record's id. They outlive the open record: whoever comes back to it, even after signing in
 * again, finds what they wrote.
 */
export const $noteDrafts = atom<Readonly<Record<string, NoteDraft>>>({})

/** Keeps what was typed. */
const keepDraft = (id: string, draft: NoteDraft) =>
  $noteDrafts.set({ ...$noteDrafts.get(), [id]: draft })

/** The draft is saved, or not wanted any more. */
function dropDraft(id: string) {
  const { [id]: dropped, ...others } = $noteDrafts.get()
  if (dropped) $noteDrafts.set(others)
}

/**
 * Saves a note over the version that its writer has seen. Where the answer of an earlier try was
 * lost, what stands there is what was written: that is no conflict. Throws what `call` throws.
 */
export async function saveNote(
  source: RecordSource,
  id: string,
  change: { note: string; version: number },
): Promise<InboxRecord> {
  try {
    return await changeRecord(source, id, change)
  } catch (error) {
    const other = conflictIn(error)
    if (!other || (other.note ?? '') !== tidyText(change.note)) throw error
    return readRecord(source, id, false)
  }
}

type Step =
  | { step: 'ready' | 'saving' | 'saved' }
  | { step: 'failed'; failure: Failure }
  /** Somebody else has saved another note meanwhile. */
  | { step: 'conflict'; theirs: RecordState }

const NO_DRAFTS = {}

type Options = {
  source: RecordSource
  id: string
  /** Undefined until the record is read. */
  state: RecordState | undefined
  /** Told the record as it is once the note is saved. */
  onSaved: (record: InboxRecord) => void
}

/** The note of the open record: what is typed, what is saved, and whose is kept where both wrote. */
export function useNote({ source, id, state, onSaved }: Options) {
  const draft = useStore($noteDrafts, NO_DRAFTS)[id]
  const [progress, setProgress] = useState<{ id: string } & Step>({ id, step: 'ready' })
  const now: Step = progress.id === id ? progress : { step: 'ready' }
  const theirs = now.step === 'conflict' ? now.theirs : undefined
  const stored = state?.note ?? ''
  const isBusy = now.step === 'saving'
  const failure = now.step === 'failed' ? now.failure : undefined
  // Somebody wanted it saved; whoever signs in anew may be somebody else.
  useOnRetry(failure !== undefined, () => {
    if (failure?.cause === 'connection') void save()
    else setProgress({ id, step: 'ready' })
  })

  function type(text: string) {
    const version = draft?.version ?? state?.version ?? 0
    if (text === stored && !theirs) dropDraft(id)
    else keepDraft(id, { text, version })
    if (now.step !== 'conflict') setProgress({ id, step: 'ready' })
  }

  /** Resolves to whether nothing is left to be saved. */
  async function save(): Promise<boolean> {
    if (!draft) return true
    if (isBusy) return false
    setProgress({ id, step: 'saving' })
    try {
      // Whoever has seen the other note writes over that one.
      const version = theirs?.version ?? draft.version
      const record = await saveNote(source, id, { note: draft.text, version })
      onSaved(record)
      dropDraft(id)
      setProgress({ id, step: 'saved' })
      return true
    } catch (error) {
      const other = conflictIn(error)
      if (other) setProgress({ id, step: 'conflict', theirs: other })
      else setProgress({ id, step: 'failed', failure: failureOf(error, 'Failed to save the note') })
      return false
    }
  }

  return {
    text: draft?.text ?? stored,
    isUnsaved: draft !== undefined,
    step: now.step,
    failure,
    theirs,
    type,
    save,
    /** Leaves the note as it is stored. */
    discard() {
      dropDraft(id)
      setProgress({ id, step: 'ready' })
    },
  }
}

/** The open record's note, and what can be done with it. */
export type OpenNote = ReturnType<typeof useNote>
