import { randomUUID } from 'node:crypto'
import formsFunction from '#functions/forms.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { waitlist } from '#forms/waitlist.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { message, solvedToken } from '../stage/site.ts'
import type { BenchStore } from '../stage/store.ts'
import { call, requestOf } from '../stage/this-process.ts'
import { asManyRequests, fewRounds } from '../figure.ts'

/** Measures submissions, sent to the function that Netlify calls. */

let visitors = 0

/** Measures one submission of each of two forms. Every submission has a new visitor. */
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
