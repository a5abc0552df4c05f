import { randomUUID } from 'node:crypto'
import { getStore } from '@netlify/blobs'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { embeddedInProcess, embeddedOverHttp, stock } from './backends.ts'
import type { Backend } from './backends.ts'
import { blobCases } from './blob-cases.ts'
import type { Case } from './case.ts'
import { conditionCases } from './condition-cases.ts'
import { storeCases } from './store-cases.ts'

const cases = [...blobCases, ...conditionCases, ...storeCases]

function against(start: () => Promise<Backend>) {
  let backend: Backend
  beforeAll(async () => {
    backend = await start()
  })
  afterAll(() => backend.close())
  return ({ run }: Case) => {
    const name = randomUUID()
    const store = getStore({ ...backend.access, name, consistency: 'strong' })
    return run(store, backend.access, name)
  }
}

describe('the embedded store over HTTP', () => {
  const keeps = against(embeddedOverHttp)
  test.each(cases)('$promise', keeps)
})

describe('the embedded store in the same process', () => {
  const keeps = against(embeddedInProcess)
  test.each(cases)('$promise', keeps)
})

// The stock server breaks these promises, so the site doesn't use it. If a test passes, look again.
describe('the stock server', () => {
  const keeps = against(stock)
  const always = cases.filter(({ stock }) => stock)
  const atTimes = cases.filter(({ stockAtTimes }) => stockAtTimes)
  const never = cases.filter(({ stock, stockAtTimes }) => !stock && !stockAtTimes)

  test.each(never)('$promise', keeps)
  test.fails.each(always)('does not keep: $promise ($stock)', keeps)
  test.for(atTimes)('may not keep: $promise ($stockAtTimes)', async (promise, { annotate }) => {
    const outcome = await keeps(promise).then(
      () => 'kept',
      () => 'broken',
    )
    await annotate(`${outcome} this time`)
  })
})
