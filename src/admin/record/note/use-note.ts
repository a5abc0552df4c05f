import { useState } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { tidyText } from '#forms/judging/tidy.ts'
import { changeRecord, conflictIn, readRecord } from '../../api/one-record.ts'
import { failureOf, type Failure } from '../../api/failure.ts'
import type { RecordSource } from '../../api/lists.ts'
import { useOnRetry } from '../../api/use-request.ts'
import { usePart } from '../../parts/use-store.ts'
import { $noteDrafts, dropDraft, keepDraft } from '../../session/kept-notes.ts'

/**
 * Saves a note over the version that its writer has seen. If the stored note is already the same,
 * the answer of an earlier try was lost: that is no conflict.
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

type Options = {
  source: RecordSource
  id: string
  /** Undefined until the record is read. */
  state: RecordState | undefined
  /** Called with the changed record. */
  onSaved: (record: InboxRecord) => void
}

export function useNote({ source, id, state, onSaved }: Options) {
  const draft = usePart($noteDrafts, (drafts) => drafts[id])
  const [progress, setProgress] = useState<{ id: string } & Step>({ id, step: 'ready' })
  const now: Step = progress.id === id ? progress : { step: 'ready' }
  const theirs = now.step === 'conflict' ? now.theirs : undefined
  const stored = state?.note ?? ''
  const isBusy = now.step === 'saving'
  const failure = now.step === 'failed' ? now.failure : undefined
  // After a new sign-in it is not saved by itself: another person may have signed in.
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

  /** Resolves to true once nothing is left to save. */
  async function save(): Promise<boolean> {
    if (!draft) return true
    if (isBusy) return false
    setProgress({ id, step: 'saving' })
    try {
      // The writer has seen the other note, so this one replaces it.
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
    discard() {
      dropDraft(id)
      setProgress({ id, step: 'ready' })
    },
  }
}

export type OpenNote = ReturnType<typeof useNote>
