import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { changeRecord, conflictIn } from '../../api/one-record.ts'
import { failureOf, type Failure } from '../../api/failure.ts'
import type { RecordSource } from '../../api/lists.ts'
import { useOnRetry } from '../../api/use-request.ts'
import { usePart, useStore } from '../../parts/use-store.ts'
import { $noteDrafts, dropDraft, keepDraft } from '../../session/kept.ts'

/** The server's limit. */
const MAX_LENGTH = 4_000

/** What is seen of a note: the server tidies blanks and letters that are not. */
const seenIn = (note: string) =>
  note
    .toWellFormed()
    .normalize()
    .replace(/[\s\p{C}\u034f]/gu, '')

/** The stored note is one that was sent from here: an answer was lost, and that is no conflict. */
const isOwn = ({ note }: RecordState, sent: readonly string[]) =>
  sent.some((one) => seenIn(one) === seenIn(note ?? ''))

/** Saves a note over the version that its writer has seen, or has `sent`. */
export async function saveNote(
  source: RecordSource,
  id: string,
  change: { note: string; version: number },
  sent: readonly string[] = [change.note],
): Promise<InboxRecord> {
  try {
    return await changeRecord(source, id, change)
  } catch (error) {
    const other = conflictIn(error)
    if (!other || !isOwn(other, sent)) throw error
    return changeRecord(source, id, { ...change, version: other.version })
  }
}

type Progress = { id: string; step: 'ready' | 'saving' | 'saved'; failure?: Failure }

type Options = {
  source: RecordSource
  id: string
  /** Undefined until it is known. */
  state: RecordState | undefined
  /** The record has left: the note can only be copied. */
  isGone: boolean
  /** Called with the stored state, after a save and when somebody else was faster. */
  onState: (state: RecordState) => void
}

/** Whether an unsaved note about this record is kept. */
export const useHasDraft = (id: string) => usePart($noteDrafts, (drafts) => id in drafts)

/** A row says only whether there is a note. */
const isKnown = ({ note, hasNote }: RecordState) => note !== undefined || hasNote === false

/** The version of a draft that began before the stored note was read. Its text is put after that. */
const UNREAD = -1

/** What is typed next begins a line of its own. */
export const breakAfter = (text: string) => (/[^\n]$/.test(text) ? '\n' : '')

export function useNote({ source, id, state: given, onState, ...options }: Options) {
  const state = given && isKnown(given) ? given : undefined
  const kept = usePart($noteDrafts, (drafts) => drafts[id])
  const ready: Progress = { id, step: 'ready' }
  const [progress, setProgress] = useState(ready)
  const { step, failure } = progress.id === id ? progress : ready
  // A row without a note may be older.
  const version = state?.note === undefined ? undefined : state.version
  /** Of the note that was read first, or saved here: a later one is somebody else's. */
  const [known, setKnown] = useState({ id, version })
  if (known.id !== id || (known.version === undefined && version !== undefined))
    setKnown({ id, version })
  const isGone = options.isGone || failure?.isGone === true
  const stored = state?.note ?? ''
  const isEarly = kept?.version === UNREAD
  const draft =
    kept && state && isEarly
      ? { ...kept, text: stored + breakAfter(stored) + kept.text, version: state.version }
      : kept
  const excess = Math.max((draft?.text.length ?? 0) - MAX_LENGTH, 0)
  const sent = draft ? [draft.text, ...(draft.sent ?? [])] : []
  const isNewer = !isGone && draft && state && state.version > draft.version
  const isRead = state !== undefined || (draft !== undefined && !isEarly)
  /** Somebody else has saved another note meanwhile. */
  const theirs = isNewer && !isOwn(state, sent) ? state : undefined
  // After a new sign-in it is not saved by itself: another person may have signed in.
  useOnRetry(failure !== undefined && !isGone, () => {
    if (failure?.cause === 'connection' && !theirs) void save()
    else setProgress(ready)
  })

  // The answer to a save was lost: a look shows that it was saved.
  const isStored = step !== 'saving' && isNewer && isOwn(state, [draft.text])
  useEffect(() => {
    if (!isStored) return
    dropDraft(id)
    setProgress({ id, step: 'saved' })
    setKnown({ id, version })
  }, [isStored, id, version])
  const isChanged = !draft && known.id === id && (version ?? 0) > (known.version ?? Infinity)

  function type(text: string) {
    const version = draft?.version ?? state?.version ?? UNREAD
    if (text === stored) dropDraft(id)
    else keepDraft(id, { ...draft, text, version })
    if (step !== 'saving') setProgress(ready)
  }

  /** Resolves to true once nothing is left to save. */
  async function save(): Promise<boolean> {
    if (!draft) return true
    if (isGone || !isRead || excess > 0 || step === 'saving') return false
    setProgress({ id, step: 'saving' })
    keepDraft(id, { ...draft, sent })
    try {
      // The writer has seen the other note, so this one replaces it.
      const over = Math.max(draft.version, state?.version ?? 0)
      const saved = await saveNote(source, id, { note: draft.text, version: over }, sent)
      if (saved.state) onState(saved.state)
      const { version = over } = saved.state ?? {}
      const { text = draft.text } = $noteDrafts.get()[id] ?? {}
      if (text === draft.text) dropDraft(id)
      // Somebody typed on meanwhile.
      else keepDraft(id, { text, version })
      setProgress({ id, step: text === draft.text ? 'saved' : 'ready' })
      setKnown((now) => (now.id === id ? { id, version } : now))
      return text === draft.text
    } catch (error) {
      const other = conflictIn(error)
      if (other) onState(other)
      const why = failureOf(error, 'Failed to save the note')
      setProgress(other ? ready : { ...ready, failure: why })
      return false
    }
  }

  return {
    text: draft?.text ?? stored,
    isUnsaved: draft !== undefined,
    isRead,
    isGone,
    /** So many characters must go before it can be saved. */
    excess,
    step,
    failure,
    theirs,
    isChanged,
    type,
    save,
    discard: () => {
      dropDraft(id)
      setKnown({ id, version })
      setProgress(ready)
    },
  }
}

/** The id of the record whose note takes the focus when it is shown. */
export const $wantedNote = atom('')

/**
 * Whether the note of this record is to take the focus once it is shown: until then no letter of it
 * is a key. A record that can't be read has none.
 */
export function useWantedNote(id: string, isFailed: boolean): boolean {
  const isWanted = useStore($wantedNote) === id
  useEffect(() => {
    if (isWanted && isFailed) $wantedNote.set('')
  }, [isWanted, isFailed])
  useEffect(() => () => $wantedNote.set(''), [])
  return isWanted
}

export type OpenNote = ReturnType<typeof useNote>

/** What a save does: over another note, it replaces that one. */
export const saveLabel = ({ theirs }: OpenNote) => (theirs ? 'Save mine instead' : 'Save note')
