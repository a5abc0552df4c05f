import { expect, test } from 'vitest'
import { ownBuildId, useOwnBuild } from '../own-build.ts'
import { useOwnStudio } from '../own-studio.ts'
import { addresses, call } from './addresses.ts'
import { applied, good } from './resumes.ts'
import { origin, signIn, untilAnswered, useStudio } from './studio.ts'

useStudio()
useOwnStudio()
useOwnBuild()

const buildOf = ({ headers }: Response) => headers.get('x-build')

test.each(addresses)('%s promises HTTPS as content does, and names its build', async (address) => {
  const answer = await call(new Request(new URL(address, origin)))
  expect(answer.headers.get('strict-transport-security')).toBe(
    'max-age=63072000; includeSubDomains',
  )
  expect(buildOf(answer)).toBe(ownBuildId)
})

test('files name their build, too', async () => {
  const id = await applied(good)
  const headers = await signIn()
  for (const [path, type] of [
    ['career-applications.csv', 'text/csv; charset=utf-8'],
    [`career-applications/${id}/resume`, 'application/pdf'],
  ]) {
    const asked = new Request(`${origin}/api/admin/${path}`, { headers })
    const answer = await untilAnswered(() => call(asked))
    expect(answer.headers.get('content-type')).toBe(type)
    expect(buildOf(answer)).toBe(ownBuildId)
  }
})
