import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright'

const POLL_MS = 20
/** Whatever a page asks because of an answer, it asks sooner than this. */
const REST_MS = 300

/** What a page asks of the API, and how often each call asks storage, as the server's log says it. */
export function watchCalls(page: Page) {
  const underWay = new Set<Request>()
  let count = 0
  let asked: { route: string; storageRequests: number }[] = []
  let restsSince = performance.now()
  const isCall = (request: Request) => request.url().includes('/api/')
  page.on('request', (request) => {
    if (!isCall(request)) return
    underWay.add(request)
    count++
  })
  const ended = (request: Request) => {
    underWay.delete(request)
    restsSince = performance.now()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  console.info = (line: string) => {
    const { route, storageRequests } = JSON.parse(line) as {
      route: string
      storageRequests: number
    }
    asked.push({ route, storageRequests })
  }
  return {
    /** Waits until nothing is under way any more; since when that is so. */
    async atRest(): Promise<number> {
      while (underWay.size > 0 || performance.now() - restsSince < REST_MS) await sleep(POLL_MS)
      return restsSince
    },
    /** What was asked since the last time. */
    take() {
      const [most] = asked.sort((a, b) => b.storageRequests - a.storageRequests)
      const taken = { count, most: most ? `${most.storageRequests} (${most.route})` : '' }
      count = 0
      asked = []
      return taken
    },
  }
}
