import type { Page } from 'playwright/test'
import { firstLook } from './people.ts'
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

/** From now on the page takes itself for hidden: it looks with `lookAgain`, not twice a minute. */
export const noMoreLooks = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  })

/** Waits until the first look is over, and keeps another one from what the test does next. */
export async function onlyLook(page: Page) {
  await firstLook(page)
  await noMoreLooks(page)
}

/** What the page does on its own twice a minute. */
export async function lookAgain(page: Page) {
  const looked = page.waitForResponse('**/api/admin/counts')
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(document, 'hidden')
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    if (own) Object.defineProperty(document, 'hidden', own)
  })
  await looked
  await settled(page)
}
