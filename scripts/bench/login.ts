import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import session from '#functions/admin-session.ts'
import { quantile } from './figure.ts'
import { call, openBenchBlobs, requestOf, useBenchAdmin } from './stage/this-process.ts'

/** Measures if the time of a wrong guess reveals the admin's address. */

/** Unknown devices together have thirty tries an hour. */
const TRIES = 15

export async function loginBench() {
  const blobs = await openBenchBlobs()
  const { email } = await useBenchAdmin()
  const known: number[] = []
  const unknown: number[] = []
  // The two alternate, so that other work on the machine slows both.
  for (let i = 0; i < TRIES; i++) {
    known.push(await guess(email, `198.51.100.${i}`))
    unknown.push(await guess('nobody@example.com', `203.0.113.${i}`))
  }
  const [a, b] = [quantile(known, 0.5), quantile(unknown, 0.5)]
  console.log(`a wrong password, median of ${TRIES}: ${a.toFixed(1)} ms for the admin’s address,`)
  console.log(`${b.toFixed(1)} ms for another; a difference of ${Math.abs(a - b).toFixed(1)} ms`)
  await blobs.close()
}

async function guess(email: string, ip: string): Promise<number> {
  const body = { email, password: randomBytes(12).toString('hex') }
  const request = requestOf('/api/admin/login', { method: 'POST', body })
  const began = performance.now()
  const { status } = await call(session, request, { ip, params: { action: 'login' } })
  if (status !== 401) throw new Error(`A wrong guess was answered with ${status}.`)
  return performance.now() - began
}
