import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Context } from '@netlify/functions'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import formsFunction from '#functions/forms.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import { worst, worstBodies } from './worst.ts'

/** What one request may cost. */
const MOST_CPU_MS = 20
/** Each is sent so often; the first ones warm the compiler up, and the median counts. */
const TIMES = 15

/** CPU milliseconds a request at every cap, with the worst texts and bodies known; the slowest first. */
export async function hostileBench() {
  const store = fork('scripts/bench/stage/store-program.ts')
  const [context] = (await once(store, 'message')) as [string]
  Object.assign(process.env, { NETLIFY_BLOBS_CONTEXT: context, FLOOD_LIMIT: '1000000' })
  const figures: Awaited<ReturnType<typeof measured>>[] = []
  for (const form of forms) {
    for (const [name, text] of worst(form)) {
      const body = async () => JSON.stringify({ ...text, captchaToken: await token(form) })
      figures.push(await measured(`${form.name}: ${name}`, form, body))
    }
    for (const [name, text] of worstBodies(form.bodyLimitBytes)) {
      figures.push(await measured(`${form.name}: ${name}`, form, () => Promise.resolve(text)))
    }
  }
  store.disconnect()
  console.log('     of all threads, of the one that answers')
  for (const { what, status, ms, ownMs } of figures.sort((a, b) => b.ms - a.ms).slice(0, 20)) {
    const verdict = ms < MOST_CPU_MS ? 'ok ' : 'RED'
    const [all, own] = [ms, ownMs].map((one) => one.toFixed(1).padStart(7))
    console.log(`${verdict} ${all} ms ${own} ms  ${status}  ${what}`)
  }
  const red = figures.filter(({ ms }) => ms >= MOST_CPU_MS).length
  console.log(`${figures.length} kinds of request, ${red} of them over ${MOST_CPU_MS} ms of CPU`)
}

async function measured(what: string, form: Form, body: () => Promise<string>) {
  // Made before, so that nothing of the bench's own is cleaned up on a request's account.
  const bodies: Buffer<ArrayBuffer>[] = []
  while (bodies.length < TIMES) bodies.push(Buffer.from(await body()))
  const costs: number[] = []
  const ownCosts: number[] = []
  let status = 0
  for (const one of bodies) {
    const send = ready(form, one)
    const began = [process.cpuUsage(), process.threadCpuUsage()] as const
    status = (await send()).status
    costs.push(msOf(process.cpuUsage(began[0])))
    ownCosts.push(msOf(process.threadCpuUsage(began[1])))
  }
  return { what, status, ms: median(costs), ownMs: median(ownCosts) }
}

const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** A request as it lies before the function, whose cost begins now. */
function ready(form: Form, body: Buffer<ArrayBuffer>): () => Promise<Response> {
  const url = new URL(`http://localhost/api/forms/${form.name}`)
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const deploy = { context: 'dev' }
  const context = { ip: '198.51.100.1', params: { form: form.name }, url, deploy }
  const request = new Request(url, { method: 'POST', headers, body })
  // The handler looks at these only.
  return () => formsFunction(request, context as unknown as Context)
}

/** A solved bot check that costs one derivation. */
async function token(form: Form): Promise<string> {
  const challenge = await issueChallenge(form.captchaAction, 1)
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1 })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
