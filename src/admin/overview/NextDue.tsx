import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { ConfirmAction } from '../actions/Outcome.tsx'
import { type OpenList, openListOf } from '../actions/open-list.ts'
import * as actions from '../actions/record-action.ts'
import { senderKeys } from '../actions/to-sender.ts'
import { $counts, listName } from '../api/lists.ts'
import { useAskOn } from '../api/patience.ts'
import { $answered, useOnRetry, useRequest } from '../api/use-request.ts'
import { useOtherCounts } from '../live/use-other-counts.ts'
import { lookAround } from '../live/watch.ts'
import { Quiet } from '../parts/Controls.tsx'
import { $outcome, $unseen, Said } from '../parts/Notice.tsx'
import { Loading } from '../parts/Request.tsx'
import { usePart, useStore } from '../parts/use-store.ts'
import { focusedId, focusRow, goOn, linkKeys, unlessJustMoved, useKeys } from '../parts/use-keys.ts'
import { startWalk } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { noteLine, takeLine, type Walk } from '../route/walk.ts'
import { DueLine } from './DueLine.tsx'
import {
  goOnWith,
  isUntouched,
  linesAround,
  MOST,
  type Next,
  NOTHING,
  promising,
  readNext,
  stepOf,
  type Waiting,
} from './due-next.ts'

/** What was read last: the overview begins with it. */
let kept: Next | undefined

/** How many replies are due in all, as far as the lists are counted. */
const waitingIn = (counts: ReturnType<typeof $counts.get>) =>
  promising.reduce((sum, form) => sum + (counts[listName({ form })]?.waiting ?? 0), 0)

const LINKS = '.next-due a'
const CURRENT = '.next-due [aria-current]'

/** The records that are due next, by name. The keys of a list act on the one with the focus. */
export function NextDue() {
  const before = kept?.next.some(isUntouched) ? kept : undefined
  const { result, isLoading, isStale, reload } = useRequest('next', readNext, before)
  const { next, unread, indexed } = result ?? NOTHING
  const isWhole = !useAskOn(indexed, !isLoading, reload) && unread === 0
  const { walk: way, record } = useRoute()
  const open = way && record
  const lines = open ? linesAround(way, record) : next.slice(0, MOST)
  const walk = lines.map(stepOf)
  function readAgain() {
    noteLine(walk, focusedId())
    reload()
  }
  function start(step: Walk[number]) {
    startWalk(way ?? walk, step)
    if (!way && walk.length === MOST) reload()
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
    if (isLoading || !lines.every(isUntouched)) readAgain()
  })
  const hasDone = useStore($outcome) !== undefined
  const hasFailed = useStore($unseen).length > 0
  const back = useRef<string>(undefined)
  // Once for each reading: what leaves the way after it does not come back with it.
  useEffect(() => {
    if (result && !isStale) goOnWith(result)
  }, [result, isStale])
  const wasOpen = useRef(open)
  useEffect(() => {
    if (!result || isStale) return
    kept = { ...NOTHING, next: result.next.slice(0, MOST) }
    const left = open ? undefined : wasOpen.current
    wasOpen.current = open
    if (open) {
      document.querySelector(CURRENT)?.scrollIntoView({ block: 'nearest' })
      return
    }
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
  // A question goes with the lines: it is not asked again elsewhere, or later.
  const [asking, setAsking] = useState<OpenList>()
  if (open && asking) setAsking(undefined)
  useEffect(() => () => asking?.cancel(), [asking])
  const current = () => {
    const id = focusedId()
    const one = lines.find(({ record }) => record.id === id)
    return one && { list: openListOf({ form: one.form }), record: one.record }
  }
  const act = (action: (these: readonly InboxRecord[]) => actions.RecordAction, leaves: boolean) =>
    unlessJustMoved(() => {
      const one = current()
      if (!one) return
      const isBegun = one.list.act(action([one.record]), [one.record]) !== undefined
      if (!isBegun) setAsking(one.list)
      else if (leaves) goOn(LINKS)
    })
  const keys = {
    ...linkKeys(LINKS),
    ...senderKeys(current),
    e: act(actions.answering, true),
    '!': act(() => actions.hold, true),
    u: act(() => actions.forget, false),
    '#': act(() => actions.remove, true),
  }
  // They are the open record's, also before its code has come.
  useKeys(open ? {} : keys)

  /** Somebody has answered it meanwhile, or taken it away. */
  const hasLeft = ({ record: { id } }: Waiting) =>
    actions.answeredHere(id) === undefined && next.every(({ record }) => record.id !== id)
  const waiting = usePart($counts, waitingIn)
  // Its place is kept, so that nothing below moves.
  const said = !open && <Said className="row done" />
  if (!result)
    return (
      <div className="next-place" aria-busy="true">
        <Loading words="Loading what is due next…" />
        {said}
      </div>
    )
  if (lines.length === 0 && isWhole && !hasDone && !hasFailed) return null
  return (
    <section className="next-place" aria-labelledby="next">
      <div className="row">
        <h3 id="next">Due next</h3>
        {!open && lines.length > 0 && waiting > lines.length && (
          <span className="note">
            {lines.length} of {waiting.toLocaleString()}
          </span>
        )}
      </div>
      <ol className="next-due">
        {lines.map((one) => (
          // Its place is kept.
          <li
            key={one.record.id}
            className={!open && isStale && !isUntouched(one) ? 'unsure' : undefined}
          >
            <DueLine {...one} walk={way ?? walk} hasLeft={hasLeft(one)} onOpen={start} />
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
      {asking && <ConfirmAction list={asking} />}
    </section>
  )
}
