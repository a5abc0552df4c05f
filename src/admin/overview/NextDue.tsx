import { useEffect, useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { listRecords } from '../api/admin-api.ts'
import { personName, previewOf, shortAnswers } from '../api/inbox-record.ts'
import { lookAtCounts } from '../api/lists.ts'
import { changeRecord } from '../api/one-record.ts'
import { useCall, useOnRetry, useRequest } from '../api/use-request.ts'
import { Quiet } from '../parts/Controls.tsx'
import { Said, SAID_FOR_MS } from '../parts/Notice.tsx'
import { Problem } from '../parts/Request.tsx'
import { Due } from '../parts/display.tsx'
import { moveFocus, useKeys } from '../parts/use-keys.ts'
import { RouteLink } from '../route/RouteLink.tsx'

type Waiting = { form: Form; record: InboxRecord }

const MOST = 10

const dueAt = ({ record }: Waiting) => record.state?.dueAt ?? ''

/** Each list begins with what is due first. One that can't be read leaves the others. */
async function readNext() {
  const lists = forms
    .filter(({ replyPromise }) => replyPromise)
    .map(async (form) => {
      const { items } = await listRecords({ form }, { status: 'waiting', limit: MOST })
      return items.map((record) => ({ form, record }))
    })
  const read = (await Promise.allSettled(lists)).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value] : [],
  )
  const all = read.flat().sort((a, b) => dueAt(a).localeCompare(dueAt(b)))
  return { next: all.slice(0, MOST), isWhole: read.length === lists.length }
}

/** The records that are due next, by name; e answers the one with the focus. */
export function NextDue() {
  const { result, reload } = useRequest('next', readNext)
  const { next, isWhole } = result ?? { next: [], isWhole: true }
  useOnRetry(!isWhole, reload)
  const [done, setDone] = useState<Waiting>()
  useEffect(() => {
    const timer = setTimeout(() => setDone(undefined), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [done])
  const { failure, run } = useCall('The reply could not be marked')

  const mark = (one: Waiting, answered: boolean) =>
    run(async () => {
      await changeRecord({ form: one.form }, one.record.id, { answered })
      setDone(answered ? one : undefined)
      reload()
      await lookAtCounts({ form: one.form })
    })
  const links = () => [...document.querySelectorAll<HTMLElement>('.next-due a')]
  useKeys({
    j: () => moveFocus(links(), 1),
    k: () => moveFocus(links(), -1),
    e: () => {
      const id = document.activeElement?.closest<HTMLElement>('.next-due a')?.dataset['id']
      const one = next.find(({ record }) => record.id === id)
      if (one) void mark(one, true)
    },
  })

  if (!result) return <div className="next-place" aria-busy="true" />
  if (next.length === 0 && isWhole && !done) return null
  return (
    <section className="next-place" aria-labelledby="next">
      <h3 id="next">Due next</h3>
      <ol className="next-due">
        {next.map((one) => (
          <Line key={one.record.id} {...one} />
        ))}
      </ol>
      {!isWhole && (
        <p className="failed">
          Not all lists could be read: a reply may be missing here.{' '}
          <Quiet onPress={reload}>Try again</Quiet>
        </p>
      )}
      <Said
        words={done && `Marked ${personName(done.form, done.record)} as answered`}
        onUndo={done && (() => mark(done, false))}
      />
      {failure && <Problem failure={failure} />}
    </section>
  )
}

function Line({ form, record }: Waiting) {
  const route = { tab: form.name, status: 'waiting', record: record.id }
  return (
    <li>
      <RouteLink to={route} data-id={record.id}>
        {record.state && <Due state={record.state} />}
        <b>
          <bdi>{personName(form, record)}</bdi>
        </b>
        <span className="note">{form.tab}</span>
        <span className="preview" dir="auto">
          {previewOf(form, record) || shortAnswers(form, record)}
        </span>
      </RouteLink>
    </li>
  )
}
