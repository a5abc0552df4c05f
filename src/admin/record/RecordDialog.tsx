import { useEffect, useId, useRef } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { readRecord } from '../api/one-record.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { Loading, Problem } from '../parts/Request.tsx'
import { usePart } from '../parts/use-store.ts'
import { PersonDialog } from '../person/PersonDialog.tsx'
import { answering, type RecordAction } from '../actions/record-action.ts'
import { closeRecord } from '../route/navigation.ts'
import { $openName, useRoute } from '../route/route.ts'
import { ActionProblem, Done } from '../actions/Outcome.tsx'
import { problemIn, runningIn } from '../actions/list-state.ts'
import type { OpenList } from '../actions/open-list.ts'
import { personName } from '../api/inbox-record.ts'
import { useRequest } from '../api/use-request.ts'
import { Signals } from './Signals.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Fields } from './Fields.tsx'
import { FilePreview } from './StoredFile.tsx'
import { addressOfSender } from './mail.ts'
import { LeaveNote, usePendingNavigation } from './note/LeaveNote.tsx'
import { Note } from './note/Note.tsx'
import { useNote } from './note/use-note.ts'
import { RecordFoot } from './RecordFoot.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordStatus } from './RecordStatus.tsx'
import {
  useRemoveRowOnLeave,
  useReadingKeys,
  useFreshState,
  useSeen,
  useDebouncedOpen,
} from './use-reading.ts'

/** The way from the record to others. */
export type Neighbours = {
  /** Such as “3 of 120”; undefined if the record is on no known page of the list. */
  position?: string
  next?: (() => void) | undefined
  previous?: (() => void) | undefined
}

type Props = Neighbours & {
  list: OpenList
  isHeld: boolean
  id: string
  /** The rows of the shown page. */
  records: readonly InboxRecord[]
}

/** One open record: its answers, its state, its note and its actions. */
export function RecordDialog({ list, isHeld, id, records, position, ...beside }: Props) {
  const { source } = list
  const { form } = source
  const heading = useId()
  const body = useRef<HTMLDivElement>(null)
  const isPersonShown = useRoute().person !== undefined
  const opened = useDebouncedOpen(id)
  const key = isHeld ? `held ${id}` : id
  const { result, failure, isLoading, reload, update } = useRequest(key, async () => {
    await opened()
    return readRecord(source, id, isHeld)
  })
  const row = records.find((one) => one.id === id)
  const read = result?.id === id ? result : undefined
  // The row has the answers already; until the record is read, the result is the previous one.
  const found = read ?? row
  const state = row?.state ?? read?.state
  const record = found && { ...found, ...(state && { state }) }

  function show(changed: InboxRecord) {
    update((now) => (now.id === changed.id ? changed : now))
    if (changed.state) list.change(changed.id, changed.state)
  }
  useRemoveRowOnLeave(id, failure?.isGone ?? false, list.removeRow)
  const running = usePart(list.$state, (state) => runningIn(state, id))
  const hasProblem = usePart(list.$state, (state) => problemIn(state) !== undefined)
  // A record that is about to leave is not marked as seen, nor is one that may have changed since.
  useSeen(source, id, isHeld || running || isLoading ? undefined : read, show)
  const isAnsweredElsewhere = useFreshState(source, isHeld ? undefined : read, show)
  const name = record && personName(form, record)
  useEffect(() => {
    $openName.set(name ?? '')
    return () => $openName.set('')
  }, [name])
  const note = useNote({ source, id, state: read?.state, onSaved: show })
  const { pending, leave, cancel, go } = usePendingNavigation(note)
  const [next, previous] = [leave(beside.next), leave(beside.previous)]
  const close = leave(closeRecord)
  const act = (action: RecordAction) => {
    if (record && !running) void list.act(action, [record]).then(reload)
  }
  const answer = record && !isHeld && form.replyPromise ? () => act(answering([record])) : undefined
  /** Presses the button or the link that has this key. */
  const press = (shortcut: string) => () =>
    body.current
      ?.closest('dialog')
      ?.querySelector<HTMLElement>(`[aria-keyshortcuts="${shortcut}"]`)
      ?.click()
  useReadingKeys(body, id)
  useKeys(
    {
      j: next,
      k: previous,
      ArrowRight: next,
      ArrowLeft: previous,
      ...Object.fromEntries(['r', '!', '#', 'u', 'c'].map((one) => [one, press(one)])),
      // Not by its button, which rests for a moment after each step.
      e: answer,
      R: () => {
        press('r')()
        if (!state?.answeredAt) answer?.()
      },
      m: () => body.current?.querySelector('textarea')?.focus(),
    },
    1,
  )

  return (
    <Dialog labelledBy={`${heading}-noun ${heading}`} className="detail" onClose={() => close?.()}>
      <RecordHead
        headingId={heading}
        noun={form.noun}
        name={name}
        position={position}
        {...{ next, previous, close }}
      />
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
            detail={failure.isGone ? `This ${form.noun} no longer exists.` : undefined}
            onRetry={failure.isGone ? undefined : reload}
          />
        )}
        {record && (
          <>
            {isHeld && <Signals record={record} />}
            <RecordStatus form={form} record={record} />
            <Fields form={form} record={record} />
            {read && <Deliveries key={id} source={source} record={read} onSent={reload} />}
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
      {hasProblem && (
        <div className="detail-problem">
          <ActionProblem list={list} />
        </div>
      )}
      <Done list={list} />
      {!(failure?.isGone && !record) && (
        <RecordFoot
          list={list}
          id={id}
          record={record}
          isHeld={isHeld}
          running={running}
          isAnsweredElsewhere={isAnsweredElsewhere}
          onAction={act}
        />
      )}
      {pending && <LeaveNote note={note} onGo={go} onStay={cancel} />}
      {isPersonShown && record && (
        <PersonDialog
          address={addressOfSender(form, record) ?? ''}
          onErased={() => {
            closeRecord()
            list.reload()
          }}
        />
      )}
    </Dialog>
  )
}
