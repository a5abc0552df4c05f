import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import formsFunction from '#functions/forms.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { waitlist } from '#forms/waitlist.ts'
import { changeState, remove } from '#server/collections/change.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import { message, solvedToken } from '../stage/site.ts'
import type { BenchStore } from '../stage/store.ts'
import { call, requestOf } from '../stage/this-process.ts'
import { asManyRequests, fewRounds } from '../figure.ts'
import { foldAll, say, stopwatch } from '../messages.ts'
import { newest } from './reads.ts'

/** The position of old records in the list. */
const OLD = 0.7

/** Measures a deletion, a change of state, and a page after both. */
export async function measureChanges(store: BenchStore, delayMs: number) {
  const { ids, messages, alive } = store
  const old = Math.floor(ids.length * OLD)
  /** Each change gets its own record. */
  const next = () => taken++
  let taken = store.figures.filter(({ what }) => what.startsWith('delete')).length
  const deleted = (id = '') =>
    withRequestContext('dev', async () => {
      if (!(await remove(messages, id))) return 'WRONG: not deleted'
      alive.count--
      return ''
    })
  const noted = (id = '') =>
    withRequestContext('dev', async () => {
      const row = await changeState(messages, id, () => ({ seenAt: new Date().toISOString() }))
      return row ? '' : 'WRONG: not changed'
    })

  const subject = { store: 'calm' as const }
  const [first, second, third] = [next(), next(), next()]
  await store.measure(delayMs, { ...subject, what: 'delete a new one' }, () => deleted(ids[first]))
  await store.measure(delayMs, { ...subject, what: 'delete an old one' }, () =>
    deleted(ids[old + second]),
  )
  await store.measure(delayMs, { ...subject, what: 'change a state' }, () =>
    noted(ids[old + third]),
  )
  const what = 'newest 50 after these'
  for (const memory of ['cold', 'warm'] as const) {
    await store.measure(delayMs, { ...subject, what, memory }, () => newest(store))
  }
}

const REMOVALS_AT_ONCE = 256
/** Removals between two printed lines. */
const STEP = 10_000

/** Deletes every other record, as the admin does, and brings the rows up to date. */
export async function thinOut({ ids, messages, alive }: BenchStore) {
  const half = ids.filter((_, i) => i % 2 === 1)
  const seconds = stopwatch()
  for (let i = 0; i < half.length; i += STEP) {
    const outcomes = await pMap(half.slice(i, i + STEP), (id) => remove(messages, id), {
      concurrency: REMOVALS_AT_ONCE,
    })
    alive.count -= outcomes.filter(Boolean).length
    say(`${i + outcomes.length} deleted`, seconds())
  }
  await foldAll(messages)
}

let visitors = 0

/**
 * Measures one submission of each of two forms, sent to the function that Netlify calls. Every
 * submission has a new visitor.
 */
export async function measureSubmissions(store: BenchStore, delayMs: number) {
  const [app] = await waitlistProjects()
  const entry = () => ({
    email: `visitor-${visitors}@example.com`,
    source: 'landing',
    projectSlug: app?.slug,
  })
  const forms = [
    { form: contact, answers: () => message, added: 1 },
    { form: waitlist, answers: entry, added: 0 },
  ]
  for (const { form, answers, added } of forms) {
    const what = `submission: ${form.name}`
    // An instance's first submission also reads the site's secret.
    for (const isMeasured of [false, true]) {
      const { send, settled } = await submission(form, answers())
      store.alive.count += added
      if (!isMeasured) await send()
      else await store.measure(delayMs, { store: 'calm', what, targets: targetsOf(what) }, send)
      await settled()
    }
  }

  function targetsOf(what: string) {
    const other = store.figures.find((one) => one.what === what && one.records !== store.ids.length)
    return [fewRounds(4), ...(other ? [asManyRequests(other)] : [])]
  }
}

/** Prepares a submission with a solved bot check. */
async function submission(form: Form, answers: object) {
  const body = { ...answers, captchaToken: await solvedToken(form) }
  const asked = { method: 'POST', body, key: randomUUID() }
  const request = requestOf(`/api/forms/${form.name}`, asked)
  visitors++
  const later: Promise<unknown>[] = []
  const context = {
    ip: `2001:db8:${visitors.toString(16)}::1`,
    params: { form: form.name },
    waitUntil: (work: Promise<unknown>) => void later.push(work),
  }
  const send = async () => {
    const answer = await call(formsFunction, request, context)
    return answer.status === 201 ? '' : `WRONG: status ${answer.status}`
  }
  /** Netlify keeps the instance until the work after the response is done. */
  const settled = () => Promise.all(later)
  return { send, settled }
}
