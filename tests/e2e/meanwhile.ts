import type { Page } from 'playwright/test'
import { settled } from './settled.ts'

type Failure = { status: number; json: unknown }

export const BROKEN: Failure = { status: 500, json: { error: 'x' } }

/**
 * Lets the server do it, or fails instead, and holds back the answer. `isDone` once the server has
 * answered; `answer` lets it arrive.
 */
export async function holdAnswer(page: Page, url: string, method: string, failure?: Failure) {
  const done = Promise.withResolvers<undefined>()
  const awaited = Promise.withResolvers<undefined>()
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = failure ?? { response: await route.fetch() }
    done.resolve(undefined)
    await awaited.promise
    return route.fulfill(response)
  })
  return { isDone: done.promise, answer: () => awaited.resolve(undefined) }
}

/** What the page does on its own twice a minute. */
export async function lookAgain(page: Page) {
  const looked = page.waitForResponse('**/api/admin/counts')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await looked
  await settled(page)
}
