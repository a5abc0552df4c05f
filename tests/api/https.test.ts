import { expect, test } from 'vitest'
import { useOwnStudio } from '../own-studio.ts'
import { addresses, call } from './addresses.ts'
import { origin, useStudio } from './studio.ts'

useStudio()
useOwnStudio()

test.each(addresses)('%s promises HTTPS as far as content does', async (address) => {
  const { headers } = await call(new Request(new URL(address, origin)))
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
})
