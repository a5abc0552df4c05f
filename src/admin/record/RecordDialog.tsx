import { useEffect, useId, useRef } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { forms } from '#forms/index.ts'
import { ActionProblem } from '../actions/Outcome.tsx'
import { problemIn, runningIn } from '../actions/list-state.ts'
import type { ListParts } from '../actions/open-list.ts'
import * as actions from '../actions/record-action.ts'
import { addressOfSender, personName } from '../api/inbox-record.ts'
import { lookAtCounts } from '../api/lists.ts'
import { readRecord } from '../api/one-record.ts'
import { useRequest } from '../api/use-request.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { $unseen, Said, sayBeside, sayDone } from '../parts/Notice.tsx'
import { Loading, loadLater, Problem } from '../parts/Request.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { usePart } from '../parts/use-store.ts'
import { closeRecord, pageRoute } from '../route/navigation.ts'
import { $openName, $route, searchFrom, useRoute } from '../route/route.ts'
import { dropDraft } from '../session/kept.ts'
import { Fields } from './Fields.tsx'
import { RecordFoot, RecordHead, type Neighbours } from './RecordFrame.tsx'
import { Deliveries, RecordStatus } from './RecordStatus.tsx'
import { Signals } from './Signals.tsx'
import { FilePreview } from './StoredFile.tsx'
import { pressBeside } from './press-beside.ts'
import { Note, useLeaving } from './note/Note.tsx'
import { $wantedNote, useNote, useWantedNote } from './note/use-note.ts'
import { useGone } from './use-gone.ts'
import {
  useDebouncedOpen,
  useFirstMark,
  useFreshState,
  useReadingKeys,
  useSeen,
} from './use-reading.ts'

const PersonDialog = loadLater(
  async () => (await import('../person/PersonDialog.tsx')).PersonDialog,
)

type Props = Neighbours & ListParts & { id: string }

/** One open record: its answers, its state, its note and its actions. */
export function RecordDialog({ list, isHeld, id, records, position, ...beside }: Props) {
  const { source } = list
  const { form } = source
  const heading = useId()
  const body = useRef<HTMLDivElement>(null)
  const route = useRoute()
  const opened = useDebouncedOpen(id)
  const key = isHeld ? `held ${id}` : id
  const { isLoading, reload, update, ...request } = useRequest(key, () =>
    opened().then(() => readRecord(source, id, isHeld)),
  )
  const row = records.find((one) => one.id === id)
  const read = request.result?.id === id ? request.result : undefined
  // The row has the answers already; until the record is read, the result is the previous one.
  const found = read ?? row
  const state = row?.state ?? read?.state
  const note = useNote({
    ...{ source, id, isGone: request.failure?.isGone ?? false, state: read?.state ?? row?.state },
    onState(state) {
      if (!found) return
      const saved = { ...found, state }
      show(saved)
      if (problemIn(list.$state.get(), id)?.action.isDone?.(saved)) list.dismiss(id)
    },
  })
  // A save may be the first to find that the record is gone.
  const { isGone } = note
  const failure = request.failure ?? (isGone ? note.failure : undefined)
  // What is gone may have been erased for its sender.
  const record = isGone ? undefined : found && { ...found, ...(state && { state }) }

  function show(changed: InboxRecord) {
    update((now) => (now.id === changed.id ? changed : now))
    if (!changed.state) return
    list.change(changed.id, changed.state)
    const answered = { [changed.id]: changed.state.answeredAt }
    actions.$foundAnswered.set({ ...actions.$foundAnswered.get(), ...answered })
  }
  // Until the user leaves the deleted record, and its note, its row marks the place in the list.
  useEffect(() => (isGone ? () => list.removeRow(id) : undefined), [id, isGone, list])
  const running = usePart(list.$state, (state) => runningIn(state, id))
  const { takeIn, ...fresh } = useFreshState(source, read, isHeld, {
    listed: row?.state,
    // Above it, an erasure may be about to take it away.
    isBusy: () => Boolean($route.get().person ?? runningIn(list.$state.get(), id)),
    onChange: show,
    onGone: reload,
  })
  const elsewhere = isGone ? undefined : fresh.elsewhere
  // What is being read again may have changed since.
  useSeen(source, key, isHeld || isLoading ? undefined : read, {
    row: isHeld || isGone ? undefined : row,
    isLeaving: running?.leaves ?? false,
    onSeen: takeIn,
  })
  const name = found && personName(form, found)
  useEffect(() => {
    $openName.set(name ?? '')
    return () => $openName.set('')
  }, [name])
  const hasNote = !isHeld && (state ?? isGone) && (record !== undefined || note.isUnsaved)
  const isNoteWanted = useWantedNote(id, failure !== undefined)
  const { leave, question } = useLeaving(id, note)
  const [next, previous] = [leave(beside.next), leave(beside.previous)]
  const close = leave(closeRecord)
  const gone = useGone(source, id, isHeld, isGone, close)
  const act = (action: actions.RecordAction) => {
    if (!record || running) return
    // A failed action has a banner of its own, and a second one would say the same.
    const go = () =>
      void list.act(action, [record])?.then(() => problemIn(list.$state.get(), id) ?? reload())
    // A held record shows no note.
    if (action.leaves) leave(go, action.asks ? undefined : action.as)?.()
    else go()
  }
  // A key takes back no answer that somebody else gave meanwhile.
  const sayAnswered = () =>
    sayBeside(['Already answered', state?.answeredBy].filter(Boolean).join(' by '))
  const noAnswer = actions.whyNoAnswer(form, isHeld)
  const answer = noAnswer
    ? () => sayBeside(noAnswer)
    : record && (() => act(actions.answering([record])))
  const search = () => searchFrom(pageRoute(route))
  const openTab = (at: number) =>
    leave(() => document.querySelectorAll<HTMLElement>('[role=tab]')[at]?.click())
  /** Presses the button or the link that has this key. */
  const press = (shortcut: string) => () =>
    document.querySelector<HTMLElement>(`.detail [aria-keyshortcuts="${shortcut}"]`)?.click()
  useReadingKeys(body, id)
  useFirstMark(body, id, route.search)
  const keys = isNoteWanted
    ? {}
    : {
        j: next,
        k: previous,
        ArrowRight: next,
        ArrowLeft: previous,
        '/': leave(search),
        // The overview's tab, and one for each form.
        ...Object.fromEntries([0, ...forms].map((_, at) => [at + 1, openTab(at)])),
        ...Object.fromEntries(['r', '!', '#', 'u', 'c'].map((one) => [one, press(one)])),
        // Not by its button, which rests for a moment after each step.
        e: elsewhere === 'answered' ? sayAnswered : answer,
        R: () => {
          press('r')()
          if (!noAnswer && !state?.answeredAt) answer?.()
        },
        // Until there is a field, which takes it.
        m: !isHeld && !state && !failure ? () => $wantedNote.set(id) : undefined,
      }
  useKeys(keys, 1)

  return (
    <Dialog
      aria-labelledby={`${heading}-noun ${heading}`}
      className="detail"
      onClose={() => close?.()}
      onBeside={(press) => (pressBeside(press, leave, search) ?? close)?.()}
    >
      <RecordHead
        id={heading}
        {...{ form, record, name, next, previous, close }}
        position={isGone ? undefined : position}
      />
      <div
        ref={body}
        // The note has its place before it is read, so that no text moves.
        className={state ? 'detail-body has-note' : 'detail-body'}
        tabIndex={0}
        role="region"
        aria-labelledby={heading}
        data-focus
      >
        {failure && <Problem failure={failure} {...(isGone ? gone : { onRetry: reload })} />}
        {record && (
          <>
            {isHeld && <Signals record={record} />}
            <RecordStatus form={form} record={record} />
            <Fields form={form} record={record} />
            {read && <Deliveries key={id} source={source} record={read} onSent={reload} />}
          </>
        )}
        {/* What was typed about it stays, to be copied. */}
        {hasNote && (
          <Note
            key={id}
            {...{ id, note }}
            isFailed={failure !== undefined}
            onLeave={() => body.current?.focus()}
          />
        )}
        {!record && !failure && <Loading words={`Loading this ${form.noun}…`} />}
      </div>
      <FilePreview form={form} record={record && read} onBack={() => body.current?.focus()} />
      <ActionProblem list={list} id={id} />
      <Said below={1} />
      {!isGone && (
        <RecordFoot {...{ list, id, record, isHeld, running, elsewhere }} onAction={act} />
      )}
      {question}
      {/* Above the record, which is a dialog already once it is read. It stays when that is gone. */}
      {route.person && read && (
        <PersonDialog
          address={addressOfSender(form, read) ?? ''}
          onErased={(words, ids) => {
            for (const one of ids) dropDraft(one)
            $unseen.set($unseen.get().filter((one) => !one.ids.some((id) => ids.includes(id))))
            list.letGo((one) => !ids.includes(one.id))
            sayDone(words)
            if ($route.get().record === id) closeRecord()
            list.reload()
            // It may have been in other lists, too.
            void lookAtCounts().catch(() => undefined)
          }}
        />
      )}
    </Dialog>
  )
}
