import { useEffect, useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { listRecords } from '../api/admin-api.ts'
import { personName, previewOf, shortAnswers } from '../api/inbox-record.ts'
import { lookAtCounts } from '../api/lists.ts'
import { changeRecord } from '../api/one-record.ts'
import { useCall, useOnRetry, useRequest } from '../api/use-request.ts'
import { useOtherCounts } from '../live/use-other-counts.ts'
import { Link, Quiet } from '../parts/Controls.tsx'
import { $outcome, Said, sayDone, sayTakenBack } from '../parts/Notice.tsx'
import { Loading, Problem } from '../parts/Request.tsx'
import { Due } from '../parts/display.tsx'
import { useStore } from '../parts/use-store.ts'
import { focusedId, focusRow, moveFocus, unlessJustMoved, useKeys } from '../parts/use-keys.ts'
import { addressOf, goTo, type DashboardRoute } from '../route/route.ts'
import { walk } from '../route/walk.ts'

/** The route opens the record; closing it leads back here. */
type Waiting = { form: Form; record: InboxRecord; route: DashboardRoute }

const MOST = 10

const dueAt = ({ record }: Waiting) => record.state?.dueAt ?? ''

const routeTo = ({ name }: Form, { id }: InboxRecord): DashboardRoute => ({
  tab: name,
  status: 'waiting',
  record: id,
  cameFromList: true,
})

/** Opens the record at this place; its next one is the one below it here. */
function startWalk(next: readonly Waiting[], at: number) {
  walk.routes = next.map(({ route }) => route)
  const first = walk.routes[at]
  walk.line = { id: first?.record, at }
  if (first) goTo(first)
}

type Next = { next: readonly Waiting[]; isWhole: boolean }

const NOTHING: Next = { next: [], isWhole: true }

/** Each list begins with what is due first. One that can't be read stays as it was. */
async function readNext({ next } = NOTHING): Promise<Next> {
  let isWhole = true
  const lists = forms
    .filter(({ replyPromise }) => replyPromise)
    .map(async (form) => {
      try {
        const { items } = await listRecords({ form }, { status: 'waiting', limit: MOST })
        return items.map((record) => ({ form, record, route: routeTo(form, record) }))
      } catch {
        isWhole = false
        return next.filter((one) => one.form === form)
      }
    })
  const all = (await Promise.all(lists)).flat().sort((a, b) => dueAt(a).localeCompare(dueAt(b)))
  return { next: all.slice(0, MOST), isWhole }
}

const links = () => [...document.querySelectorAll<HTMLElement>('.next-due a')]

/** The records that are due next, by name; e answers the one with the focus. */
export function NextDue() {
  const { result, isLoading, reload } = useRequest('next', readNext)
  const { next, isWhole } = result ?? NOTHING
  useOnRetry(!isWhole, reload)
  useOtherCounts(undefined, isLoading, () => {
    const id = focusedId()
    if (id) walk.line = { id, at: next.findIndex(({ record }) => record.id === id) }
    reload()
  })
  const hasDone = useStore($outcome) !== undefined
  useEffect(() => {
    if (!result) return
    // Lines before it may have left during the walk.
    const { id, at = -1 } = walk.line
    const left = walk.routes
      .slice(0, at)
      .filter(({ record }) => !result.next.some((one) => one.record.id === record))
    focusRow(links(), { id, at: at - left.length })
    walk.line = {}
    walk.routes = []
  }, [result])
  const [last, setLast] = useState({ words: '', act: (): unknown => undefined })
  const { failure, run, forget } = useCall('Request failed')

  function mark(one: Waiting, at: number, answered: boolean): Promise<unknown> {
    const { form, record } = one
    const name = personName(form, record)
    const words = `Failed to mark ${name} as ${answered ? 'answered' : 'unanswered'}`
    setLast({ words, act: () => mark(one, at, answered) })
    return run(async () => {
      const { before } = $outcome.get() ?? {}
      const { isUnchanged } = await changeRecord({ form }, record.id, { answered })
      const words = isUnchanged ? `Already answered: ${name}` : `Marked ${name} as answered`
      // What a colleague answered is not taken back here.
      const undo = isUnchanged ? undefined : () => mark(one, at, false)
      if (answered) sayDone(words, undo)
      else sayTakenBack(before)
      walk.line = { id: record.id, at }
      reload()
      await lookAtCounts({ form })
    })
  }
  useKeys({
    j: () => moveFocus(links(), 1),
    k: () => moveFocus(links(), -1),
    e: unlessJustMoved(() => {
      const at = next.findIndex(({ record }) => record.id === focusedId())
      const one = next[at]
      if (one) void mark(one, at, true)
    }),
  })

  if (!result)
    return (
      <div className="next-place" aria-busy="true">
        <Loading words="Loading what is due next…" />
      </div>
    )
  if (next.length === 0 && isWhole && !hasDone) return null
  return (
    <section className="next-place" aria-labelledby="next">
      <h3 id="next">Due next</h3>
      <ol className="next-due">
        {next.map((one, at) => (
          <Line key={one.record.id} {...one} onOpen={() => startWalk(next, at)} />
        ))}
      </ol>
      {!isWhole && (
        <p className="failed">
          Not all lists could be read: a reply may be missing here.{' '}
          <Quiet onPress={reload}>Try again</Quiet>
        </p>
      )}
      {/* Its place is kept, so that nothing below moves. */}
      <Said className="row done" />
      {failure && (
        <Problem
          failure={{ ...failure, words: last.words }}
          help={[
            { label: 'Try again', onPress: last.act },
            { label: 'Dismiss', onPress: forget },
          ]}
        />
      )}
    </section>
  )
}

function Line({ form, record, route, onOpen }: Waiting & { onOpen: () => void }) {
  return (
    <li>
      <Link href={addressOf(route)} data-id={record.id} onFollow={onOpen}>
        {record.state && <Due state={record.state} />}
        <b>
          <bdi>{personName(form, record)}</bdi>
        </b>
        <span className="note">{form.tab}</span>
        <span className="preview" dir="auto">
          {previewOf(form, record) || shortAnswers(form, record)}
        </span>
      </Link>
    </li>
  )
}
