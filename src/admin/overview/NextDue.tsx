import { useEffect, useEffectEvent, useRef } from 'react'
import type { InboxRecord, Progress } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { openListOf } from '../actions/open-list.ts'
import { answering, forget, hold, type RecordAction, takesNotes } from '../actions/record-action.ts'
import { senderKeys } from '../actions/to-sender.ts'
import { listRecords } from '../api/admin-api.ts'
import { keptPages } from '../api/kept-pages.ts'
import { firstWords, isNew, personName, previewOf, shortAnswers } from '../api/inbox-record.ts'
import { useAskOn, WHOLE } from '../api/patience.ts'
import { $answered, useOnRetry, useRequest } from '../api/use-request.ts'
import { useOtherCounts } from '../live/use-other-counts.ts'
import { lookAround } from '../live/watch.ts'
import { Link, Quiet } from '../parts/Controls.tsx'
import { $outcome, $unseen, Said, sayBeside } from '../parts/Notice.tsx'
import { Loading } from '../parts/Request.tsx'
import { Due } from '../parts/display.tsx'
import { useStore } from '../parts/use-store.ts'
import {
  focusedId,
  focusRow,
  goOn,
  moveFocus,
  unlessJustMoved,
  useKeys,
} from '../parts/use-keys.ts'
import { startWalk, walkTo } from '../route/navigation.ts'
import { $route, addressOf, replaceRoute, useRoute } from '../route/route.ts'
import { noteLine, takeLine, type Walk } from '../route/walk.ts'

type Waiting = { form: Form; record: InboxRecord }

const MOST = 10
/** The way through them goes on. */
const MOST_ON_WAY = 50

const dueAt = ({ record }: Waiting) => record.state?.dueAt ?? ''

const stepOf = ({ form, record }: Waiting) => ({ tab: form.name, record: record.id })

/** `unread` is how many lists could not be read. */
type Next = { next: readonly Waiting[]; unread: number; indexed: Progress }

const NOTHING: Next = { next: [], unread: 0, indexed: WHOLE }

/** What was read last: the overview begins with it. */
let kept: Next | undefined

const pageOf = ({ record }: Waiting) => `next ${record.id}`

/** A write to a record drops its kept page. What became of the record, the next read says. */
const isUntouched = (one: Waiting) => keptPages.has(pageOf(one))

const promising = forms.filter(({ replyPromise }) => replyPromise)

/** Each list begins with what is due first. One that can't be read stays as it was. */
async function readNext({ next } = NOTHING, most = MOST): Promise<Next> {
  let unread = 0
  const indexed = { ...WHOLE }
  const lists = promising.map(async (form) => {
    try {
      const page = await listRecords({ form }, { status: 'waiting', limit: most })
      const { done, of } = page.indexed ?? WHOLE
      indexed.done += done
      indexed.of += of
      return page.items.map((record) => {
        const one = { form, record }
        // The way through them reads on in the background, and says nothing of the shown lines.
        if (most === MOST) keptPages.set(pageOf(one), { ...page, items: [record], isHeld: false })
        return one
      })
    } catch {
      unread++
      return next.filter((one) => one.form === form && isUntouched(one))
    }
  })
  const all = (await Promise.all(lists)).flat().sort((a, b) => dueAt(a).localeCompare(dueAt(b)))
  return { next: all.slice(0, most), unread, indexed }
}

const AGAIN_MS = 1_000
const MOST_TRIES = 10

/** What is due, read again until it is whole; in the end, what could be read. */
async function readOn(tries = MOST_TRIES): Promise<Next['next']> {
  const { next, unread, indexed } = await readNext(undefined, MOST_ON_WAY)
  const isWhole = unread === 0 && indexed.done === indexed.of
  if (isWhole || tries === 0 || !$route.get().walk) return next
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  return readOn(tries - 1)
}

/** Opens a record; what is due after the shown ones follows them. */
async function start(walk: Walk, step: Walk[number]) {
  startWalk(walk, step)
  if (walk.length < MOST) return
  const next = await readOn()
  const route = $route.get()
  if (!route.walk) return
  // What has left meanwhile is not new.
  const known = [...walk, ...route.walk].map(({ record }) => record)
  const others = next.map(stepOf).filter(({ record }) => !known.includes(record))
  replaceRoute({ ...route, walk: [...route.walk, ...others] })
}

const LINKS = '.next-due a'
const CURRENT = '.next-due [aria-current]'

/** The records that are due next, by name. The keys of a list act on the one with the focus. */
export function NextDue() {
  const before = kept?.next.some(isUntouched) ? kept : undefined
  const { result, isLoading, isStale, reload } = useRequest('next', readNext, before)
  const { next, unread, indexed } = result ?? NOTHING
  const isWhole = !useAskOn(indexed, !isLoading, reload) && unread === 0
  const walk = next.map(stepOf)
  function readAgain() {
    noteLine(walk, focusedId())
    reload()
  }
  useOnRetry(unread > 0, readAgain, $answered)
  // Another person may have signed in.
  useOnRetry(true, readAgain)
  // The next look at the counts would come half a minute later.
  const isOut = unread === promising.length
  const wasOut = useRef(false)
  useEffect(() => {
    if (isOut !== wasOut.current) void lookAround(true)
    wasOut.current = isOut
  }, [isOut])
  useOtherCounts(undefined, isLoading, readAgain)
  const readAfterAct = useEffectEvent(readAgain)
  useEffect(() => $outcome.listen((outcome) => outcome && readAfterAct()), [])
  const readIfOld = useEffectEvent(() => {
    if (isLoading || !next.every(isUntouched)) readAgain()
  })
  const hasDone = useStore($outcome) !== undefined
  const hasFailed = useStore($unseen).length > 0
  const back = useRef<string>(undefined)
  const { walk: way, record } = useRoute()
  const open = way && record
  const wasOpen = useRef(open)
  useEffect(() => {
    if (!result || isStale) return
    kept = { ...NOTHING, next: result.next }
    const left = open ? undefined : wasOpen.current
    wasOpen.current = open
    if (open) return void document.querySelector(CURRENT)?.scrollIntoView({ block: 'nearest' })
    if (left) {
      noteLine(result.next.map(stepOf), left)
      // The dialog gave the focus to the line that was opened first.
      const { activeElement } = document
      if (activeElement?.matches(LINKS)) (activeElement as HTMLElement).blur()
    }
    // What Undo has brought back comes first, as soon as its line is there.
    const [wanted] = promising.flatMap((form) => openListOf({ form }).takeWanted()?.id ?? [])
    back.current = wanted ?? back.current
    const line = takeLine()
    // A key may have moved the focus on meanwhile.
    const hasMoved = document.activeElement?.matches(LINKS)
    // Lines above it may have left.
    const isHere = (id: string) => result.next.some(({ record }) => record.id === id)
    const at = line ? line.above.filter(isHere).length : -1
    const isBack = back.current !== undefined && isHere(back.current)
    focusRow(LINKS, { id: isBack ? back.current : hasMoved ? undefined : line?.id, at })
    if (isBack) back.current = undefined
    if (left) readIfOld()
  }, [result, isStale, open])
  const current = () => {
    const id = focusedId()
    const one = next.find(({ record }) => record.id === id)
    return one && { list: openListOf({ form: one.form }), record: one.record }
  }
  const act = (action: (these: readonly InboxRecord[]) => RecordAction, leaves: boolean) =>
    unlessJustMoved(() => {
      const one = current()
      if (!one) return
      const doing = action([one.record])
      if (takesNotes(doing, [one.record])) return sayBeside('Open it: its note is not saved')
      void one.list.act(doing, [one.record])
      if (leaves) goOn(LINKS)
    })
  const keys = {
    j: () => moveFocus(LINKS, 1),
    k: () => moveFocus(LINKS, -1),
    ...senderKeys(current),
    e: act(answering, true),
    '!': act(() => hold, true),
    u: act(() => forget, false),
    '#': () => current() && sayBeside('Open a record to delete it'),
  }
  // They are the open record's, also before its code has come.
  useKeys(open ? {} : keys)

  // Its place is kept, so that nothing below moves.
  const said = !open && <Said className="row done" />
  if (!result)
    return (
      <div className="next-place" aria-busy="true">
        <Loading words="Loading what is due next…" />
        {said}
      </div>
    )
  if (next.length === 0 && isWhole && !hasDone && !hasFailed) return null
  return (
    <section className="next-place" aria-labelledby="next">
      <h3 id="next">Due next</h3>
      <ol className="next-due">
        {next.map((one) => (
          // Its place is kept.
          <li key={one.record.id} className={isStale && !isUntouched(one) ? 'unsure' : undefined}>
            <Line {...one} walk={walk} />
          </li>
        ))}
      </ol>
      {!isWhole && (
        <p className="failed">
          {isOut ? 'No list' : 'Not all lists'} could be read: a reply may be missing here.{' '}
          <Quiet onPress={reload}>Try again</Quiet>
        </p>
      )}
      {said}
    </section>
  )
}

function Line({ walk, ...one }: Waiting & { walk: Walk }) {
  const { form, record } = one
  const step = stepOf(one)
  const isOpen = useRoute().record === record.id
  return (
    <Link
      href={addressOf(walkTo(walk, step))}
      data-id={record.id}
      aria-current={isOpen || undefined}
      onFollow={() => void start(walk, step)}
    >
      {record.state && <Due state={record.state} />}
      <b>
        <bdi>{personName(form, record)}</bdi>{' '}
        {isNew(record) && !isOpen && isUntouched(one) && <span className="new-mark">New</span>}
      </b>
      <span className="note">{form.tab}</span>
      <span className="preview" dir="auto">
        {firstWords(previewOf(form, record)) || shortAnswers(form, record)}
      </span>
    </Link>
  )
}
