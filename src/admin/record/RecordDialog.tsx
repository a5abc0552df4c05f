import { useId, useRef, type ReactNode } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import { readRecord } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { Loading } from '../parts/Loading.tsx'
import { Problem } from '../parts/Problem.tsx'
import { PersonDialog } from '../person/PersonDialog.tsx'
import { answering, forget, type RecordAction } from '../actions/record-action.ts'
import { closeRecord } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import type { BatchProgress } from '../actions/use-batch.ts'
import { personName } from '../api/inbox-record.ts'
import { useRequest } from '../api/use-request.ts'
import { Signals } from './Signals.tsx'
import { ToldOf } from './ToldOf.tsx'
import { Fields } from './Fields.tsx'
import { FilePreview } from './file/FilePreview.tsx'
import { addressOfSender } from './mail.ts'
import { LeaveNote } from './note/LeaveNote.tsx'
import { Note } from './note/Note.tsx'
import { useLeaving } from './note/use-leaving.ts'
import { useNote } from './note/use-note.ts'
import { RecordFoot } from './RecordFoot.tsx'
import { Standing } from './Standing.tsx'
import { useReadingKeys } from './reading/use-reading-keys.ts'
import { useLettingGo } from './reading/use-letting-go.ts'
import { useStaying } from './reading/use-staying.ts'
import { useSeen } from './reading/use-seen.ts'

type Props = {
  source: RecordSource
  isHeld: boolean
  id: string
  /** The rows among which it stands. */
  records: readonly InboxRecord[]
  /** Its place among them, in words, and those beside it. */
  place: string | undefined
  next: (() => void) | undefined
  previous: (() => void) | undefined
  progress: BatchProgress | undefined
  /** What could not be done with it. */
  problem: ReactNode
  onDelete: (records: readonly InboxRecord[]) => void
  onAction: (action: RecordAction, records: readonly InboxRecord[]) => Promise<void>
  /** Told what was done with it here. */
  onChange: (id: string, state: RecordState) => void
  /** Told, once it is left, that it was gone before it was read. */
  onGone: (id: string) => void
  /** Told that records are gone, this one among them. */
  onErased: () => void
}

/** Everything that is stored of one record, what the studio did with it, and the way to the next one. */
export function RecordDialog(props: Props) {
  const { source, isHeld, id, records, place, progress, problem, onDelete, onChange } = props
  const { form } = source
  const heading = useId()
  const body = useRef<HTMLDivElement>(null)
  const isPersonShown = useRoute().person !== undefined
  const staying = useStaying(id)
  const { result, failure, reload, update } = useRequest(id, async () => {
    await staying()
    return readRecord(source, id, isHeld)
  })
  const row = records.find((one) => one.id === id)
  const read = result?.id === id ? result : undefined
  // Its row has all of it already; until it is read, the result is still the record before it.
  const record = read ?? row
  const state = row?.state ?? read?.state

  function show(changed: InboxRecord) {
    update((now) => (now.id === changed.id ? changed : now))
    if (changed.state) onChange(changed.id, changed.state)
  }
  useLettingGo(id, failure?.isGone ?? false, props.onGone)
  const running = progress?.ids.has(id) ? progress.action : undefined
  // What is about to go need not be marked any more.
  useSeen(source, isHeld || running ? undefined : read, show)
  const note = useNote({ source, id, state: read?.state, onSaved: show })
  const { way, leave, stay, go } = useLeaving(note)
  const [next, previous] = [leave(props.next), leave(props.previous)]
  const close = leave(closeRecord)
  const act = (action: RecordAction) => {
    if (record && !running)
      void props.onAction(action, [{ ...record, ...(state && { state }) }]).then(reload)
  }
  useReadingKeys(body, id)
  useKeys(
    {
      j: next,
      k: previous,
      ArrowRight: next,
      ArrowLeft: previous,
      e:
        record && !isHeld
          ? () => act(answering([{ ...record, ...(state && { state }) }]))
          : undefined,
      '#': record && !running ? () => onDelete([record]) : undefined,
    },
    1,
  )

  return (
    <Dialog labelledBy={`${heading}-noun ${heading}`} className="detail" onClose={() => close?.()}>
      <header>
        <p className="note" role="status">
          <span id={`${heading}-noun`}>{form.noun}</span>
          {place && `, ${place}`}
        </p>
        <h2 id={heading} className="h3">
          <bdi>{record ? personName(form, record) : form.noun}</bdi>
        </h2>
        <button type="button" className="close" aria-label="Close" onClick={close} />
      </header>
      <div
        ref={body}
        className="detail-body"
        tabIndex={0}
        role="region"
        aria-labelledby={heading}
        data-focus
      >
        {failure && (
          <Problem
            failure={failure}
            detail={failure.isGone ? `There is no such ${form.noun} any more.` : undefined}
            isRetried={!failure.isGone}
            help={failure.isGone ? undefined : { label: 'Retry', onPress: reload }}
          />
        )}
        {record && (
          <>
            {isHeld && <Signals record={record} />}
            <Standing form={form} record={record} state={state} onForget={() => act(forget)} />
            <Fields form={form} record={record} />
            <ToldOf key={id} source={source} id={id} told={read?.told} onSent={reload} />
          </>
        )}
        {read?.state && (
          <Note
            key={id}
            note={note}
            onLeave={() => body.current?.focus()}
            onTakeTheirs={(theirs) => {
              note.discard()
              show({ ...read, state: theirs })
            }}
          />
        )}
        {!record && !failure && <Loading words="Loading…" />}
      </div>
      <FilePreview form={form} record={read} onBack={() => body.current?.focus()} />
      {problem && <div className="detail-problem">{problem}</div>}
      <RecordFoot
        record={record && { ...record, ...(state && { state }) }}
        isHeld={isHeld}
        running={running}
        next={next}
        previous={previous}
        onAction={act}
        onDelete={() => record && onDelete([record])}
      />
      {way && <LeaveNote note={note} onGo={go} onStay={stay} />}
      {isPersonShown && record && (
        <PersonDialog address={addressOfSender(form, record) ?? ''} onErased={props.onErased} />
      )}
    </Dialog>
  )
}
