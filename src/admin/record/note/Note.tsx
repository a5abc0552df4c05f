import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, Quiet } from '../../parts/Controls.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Ask } from '../../parts/Dialog.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Problem } from '../../parts/Request.tsx'
import { useKeys, useRested } from '../../parts/use-keys.ts'
import { $wantedNote, breakAfter, saveLabel, type OpenNote } from './use-note.ts'

type Props = {
  id: string
  note: OpenNote
  /** The record could not be read. */
  isFailed: boolean
  /** Called when Escape leaves the field. */
  onLeave: () => void
}

function focusEnd(field: HTMLTextAreaElement | null) {
  field?.setSelectionRange(field.value.length, field.value.length)
  field?.focus()
}

/** The studio's own note about a record; it is saved by hand. */
export function Note({ id, note, isFailed, onLeave }: Props) {
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // A line break behind the text; the note gets it with what is typed there.
  const [isLineNew, setIsLineNew] = useState(() => $wantedNote.get() === id)
  useKeys(
    {
      m() {
        setIsLineNew(true)
        focusEnd(field.current)
      },
    },
    1,
  )
  useEffect(() => {
    if ($wantedNote.get() === id) focusEnd(field.current)
    $wantedNote.set('')
  }, [id])
  // A phone has its buttons below the text again.
  const status = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (note.step === 'saved') status.current?.scrollIntoView({ block: 'nearest' })
  }, [note.step])
  const isBusy = note.step === 'saving'
  const { theirs } = note
  // A press that was meant for the button before must not replace the other note.
  const isRested = useRested(String(theirs?.version))
  return (
    // The words are printed from an attribute (print-record.css).
    <div className="note-box" data-empty={note.text === '' ? '' : undefined} data-words={note.text}>
      <label htmlFor={fieldId} data-unsaved={note.isUnsaved ? 'not saved' : undefined}>
        Note <span className="note">only the studio sees it</span>
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className="input"
        dir="auto"
        aria-keyshortcuts="Control+Enter"
        readOnly={note.isGone}
        value={note.text + (isLineNew ? breakAfter(note.text) : '')}
        onChange={({ currentTarget }) => {
          setIsLineNew(false)
          note.type(currentTarget.value)
        }}
        onBlur={() => setIsLineNew(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            // Only the button replaces what somebody else has written.
            if (!theirs) void note.save()
          }
          if (event.key === 'Escape') {
            // The first Escape leaves the field, the next one closes the record.
            event.preventDefault()
            onLeave()
          }
        }}
      />
      {theirs && (
        <Notice
          kind="warning"
          isAlert
          words="Somebody changed this note in the meantime. Yours is above; the saved one says:"
        >
          <blockquote dir="auto">{theirs.note || '(empty)'}</blockquote>
          <Quiet onPress={note.discard}>Take this one</Quiet>
        </Notice>
      )}
      {note.failure && !note.isGone && <Problem failure={note.failure} isRetried isAct />}
      <div className="row">
        {note.isGone ? (
          <CopyButton text={note.text} what="text">
            Copy the note
          </CopyButton>
        ) : (
          <Button
            aria-disabled={!note.isUnsaved || !note.isRead || note.excess > 0 || isBusy}
            aria-busy={isBusy || undefined}
            onPress={() => isRested && note.save()}
          >
            {saveLabel(note)}
          </Button>
        )}
        <span ref={status} className="soft" role="status">
          {words(note, isFailed)}
        </span>
      </div>
    </div>
  )
}

const ONLY_COPIED = 'It can only be copied now.'
const tooLong = (excess: number) =>
  excess > 0 ? `It is too long by ${excess.toLocaleString()}.` : undefined

function words(
  { step, isUnsaved, isGone, isRead, theirs, isChanged, excess }: OpenNote,
  isFailed: boolean,
): string {
  if (isGone) return ONLY_COPIED
  if (!isRead) return isFailed ? 'The saved note could not be read.' : 'Reading the saved note…'
  if (step === 'saving') return 'Saving…'
  if (excess > 0) return `Not saved. ${tooLong(excess)}`
  const hasKeys = matchMedia('(hover: hover)').matches
  if (isUnsaved) return theirs || !hasKeys ? 'Not saved.' : 'Not saved. Ctrl+Enter saves it.'
  if (isChanged) return 'Changed elsewhere.'
  return step === 'saved' ? 'Saved.' : ''
}

/**
 * Holds back a navigation from the record of this id while its note is not saved, and asks. The
 * dashboard holds back a close.
 */
export function useLeaving(id: string, note: OpenNote) {
  const { isUnsaved } = note
  /** What waits for the answer. */
  const [pending, setPending] = useState<Pending>()
  // Back leads away without an answer.
  if (pending && pending.id !== id) setPending(undefined)

  /** `becomes`: what the record is afterwards, if it does not stay as it is. */
  const leave = (go: (() => void) | undefined, becomes?: string) =>
    go && (() => (isUnsaved ? setPending({ id, go, becomes }) : go()))
  const end = (isGoing: boolean) => {
    if (isGoing) {
      setPending(undefined)
      pending?.go()
      return
    }
    // The question gives the focus back to the button that led out of the note.
    flushSync(() => setPending(undefined))
    if (document.activeElement?.matches('button'))
      focusEnd(document.querySelector<HTMLTextAreaElement>('.note-box textarea'))
  }
  const question = pending && <LeaveNote note={note} becomes={pending.becomes} onEnd={end} />
  return { leave, question }
}

type Pending = { id: string; go: () => void; becomes: string | undefined }

type LeaveProps = Pick<Pending, 'becomes'> & { note: OpenNote; onEnd: (isGoing: boolean) => void }

function LeaveNote({ note, becomes, onEnd }: LeaveProps) {
  const { isUnsaved, isGone, theirs, excess } = note
  const goOn = useEffectEvent(() => onEnd(true))
  // It may also be saved without an answer, once the network is back.
  useEffect(() => {
    if (!isUnsaved) goOn()
  }, [isUnsaved])
  const theirNote = theirs && (
    <>
      Somebody changed it in the meantime. The saved one says: <bdi>{theirs.note || '(empty)'}</bdi>
    </>
  )
  return (
    <Ask
      heading="Your note is not saved"
      what={
        isGone
          ? ONLY_COPIED
          : (tooLong(excess) ?? theirNote ?? (becomes && `Then it is ${becomes}.`))
      }
      keep={isGone ? 'Stay here' : 'Keep writing'}
      onClose={() => onEnd(false)}
    >
      {/* A press on Enter must not replace what somebody else has written. */}
      {!isGone && excess === 0 && (
        <Button
          look={theirs ? 'button' : 'button solid'}
          data-focus={theirs ? undefined : true}
          onPress={async () => {
            // Once what is being saved is saved, the question goes by itself.
            if (note.step !== 'saving' && !(await note.save())) onEnd(false)
          }}
        >
          {saveLabel(note)}
        </Button>
      )}
      <Button look="button" onPress={note.discard}>
        Discard it
      </Button>
    </Ask>
  )
}
