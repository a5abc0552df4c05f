import type { Page } from 'playwright'
import { nothing, sum, type Use } from './credits.ts'

/** Adds up what a page loads, without what its cache has. */
export async function weigh(page: Page, isCounted: (url: string) => boolean) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  let use = nothing
  const left = new Set<string>()
  client.on('Network.requestServedFromCache', ({ requestId }) => left.add(requestId))
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const isCached = response.fromDiskCache === true || response.fromPrefetchCache === true
    if (isCached || !isCounted(response.url)) left.add(requestId)
    if (!left.has(requestId)) use = sum([use, { ...nothing, requests: 1 }])
  })
  // Bodies as they are sent. Headers are compressed away but for the first.
  client.on('Network.dataReceived', ({ requestId, encodedDataLength: bytes }) => {
    if (!left.has(requestId)) use = sum([use, { ...nothing, bytes }])
  })
  return {
    /** What was loaded since the last call of this. */
    take(): Use {
      const taken = use
      use = nothing
      return taken
    },
  }
}
