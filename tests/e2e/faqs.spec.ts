import type { Page } from 'playwright/test'
import { questions as all, shown, studio, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { drawn } from './settled.ts'

const { head, measured, questions: said, ways } = words('pages/faqs')

/** The name of each question in its address. */
const ids = all.map(({ id }) => id)
const LAST = ids.length - 1
if (LAST < 3) throw new Error('Tests press four questions: some are missing.')
const addressOf = (index: number) => new RegExp(`/faqs#${ids[index]}$`)

const questions = (page: Page) => page.locator('.faq details')
const answer = (page: Page, index: number) => questions(page).nth(index).locator('.answer')
/** A summary has no role in the accessibility tree of the tests. */
const summary = (page: Page, index: number) => questions(page).nth(index).locator('summary')
const copyLink = (page: Page, index: number) =>
  answer(page, index).getByRole('button', { name: said.copy.label })

/** The indexes of the open answers. */
const open = (page: Page) =>
  questions(page).evaluateAll((all) =>
    all.flatMap((one, index) => ((one as HTMLDetailsElement).open ? [index] : [])),
  )
const expectOpen = (page: Page, indexes: number[]) => expect.poll(() => open(page)).toEqual(indexes)

/** Follows a link within the page. */
async function goTo(page: Page, id = '') {
  // The browser tells of an opened answer a moment later, and the address then names that one.
  await drawn(page)
  await page.evaluate((id) => {
    location.hash = id
  }, id)
}

/** Opens the page and touches the list, so that its code is there. */
async function openTouched(page: Page, path = '/faqs') {
  await page.goto(path)
  await summary(page, LAST).hover()
  await expect(page.locator('#questions astro-island')).not.toHaveAttribute('ssr')
}

test('the first question is open, then one at a time, and a press closes it', async ({ page }) => {
  await openTouched(page)
  await expect(questions(page)).toHaveCount(all.length)
  await expectOpen(page, [0])

  await summary(page, 2).click()
  await expectOpen(page, [2])
  await expect(answer(page, 2)).toBeVisible()
  await expect(answer(page, 0)).toBeHidden()
  await summary(page, 2).click()
  await expectOpen(page, [])
  await expect(answer(page, 2)).toBeHidden()
})

test('the keyboard opens and closes a question', async ({ page }) => {
  await page.goto('/faqs')
  await summary(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(answer(page, 1)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(answer(page, 1)).toBeHidden()
})

test('a press before the code is there counts once, and one answer stays open', async ({
  page,
}) => {
  await withoutTimeLimits(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/faqs')
  // Above it is as much page as the first answer takes away when it closes.
  await summary(page, 2).evaluate((element) => element.scrollIntoView())
  await summary(page, 2).click()
  await expectOpen(page, [0, 2])
  const { top } = await placeOf(page, 2)
  release()
  await expectOpen(page, [2])
  await expect(page).toHaveURL(addressOf(2))
  await expect(answer(page, 0)).toBeHidden()
  await expect.poll(async () => (await placeOf(page, 2)).top).toBeCloseTo(top, 0)
})

test('the address keeps the open answer and makes no step of the history', async ({ page }) => {
  await page.goto('/eir')
  await openTouched(page)
  await summary(page, 2).click()
  await expect(page).toHaveURL(addressOf(2))
  await summary(page, LAST).click()
  await expect(page).toHaveURL(addressOf(LAST))
  await summary(page, LAST).click()
  await expect(page).toHaveURL(/\/faqs$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/eir$/)
})

test('Back opens the answer that was left, and the address an answer of its own', async ({
  page,
}) => {
  await openTouched(page)
  await summary(page, 2).click()
  await expect(page).toHaveURL(addressOf(2))
  await goTo(page, ids[1])
  await expectOpen(page, [1])
  await page.goBack()
  await expectOpen(page, [2])
  await page.goto('/eir')
  await page.goBack()
  await expectOpen(page, [2])
})

test('the skip link closes no answer', async ({ page }) => {
  await openTouched(page)
  await summary(page, 2).click()
  // The browser tells of an opened answer a moment later.
  await expect(page).toHaveURL(addressOf(2))
  await goTo(page, 'main')
  await expect(page).toHaveURL(/#main$/)
  await expectOpen(page, [2])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a pressed question stays under the pointer, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await openTouched(page)
    for (const index of [LAST - 1, LAST, 1]) {
      const { moved } = await pressAndWatch(page, index)
      expect(moved, `question ${index + 1}`).toBeLessThan(1)
    }
  })

  test(`also while the page is busy, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await openTouched(page)
    const { moved } = await pressAndWatch(page, LAST, 700)
    expect(moved).toBeLessThan(1)
  })

  test(`an address with a question’s name opens its answer, motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto(`/faqs#${ids[LAST - 1]}`)
    await expectOpen(page, [LAST - 1])
    await expect(answer(page, LAST - 1)).toBeVisible()
    await expect(summary(page, LAST - 1)).toBeInViewport({ ratio: 1 })
    await goTo(page, ids[LAST])
    await expect(answer(page, LAST)).toBeVisible()
    await expect(summary(page, LAST)).toBeInViewport({ ratio: 1 })

    // also once the code is there
    await summary(page, LAST).hover()
    await expectOpen(page, [LAST])
    await goTo(page, ids[1])
    await expectOpen(page, [1])
    await goTo(page, ids[LAST - 1])
    await expectOpen(page, [LAST - 1])
    await expect(answer(page, 1)).toBeHidden()
    await expect(summary(page, LAST - 1)).toBeInViewport({ ratio: 1 })
  })
}

test('an answer that is closed while it opens turns back from where it is', async ({ page }) => {
  await openTouched(page)
  const { closed, before, after } = await summary(page, 2).evaluate(async (element) => {
    const question = element as HTMLElement
    const height = () => question.parentElement?.offsetHeight ?? 0
    const closed = height()
    question.click()
    while (height() < closed + 20) await new Promise(requestAnimationFrame)
    const before = height()
    question.click()
    return { closed, before, after: height() }
  })
  expect(after, `between ${closed} and ${before}`).toBe(before)
  await expect(answer(page, 2)).toBeHidden()
})

test('with reduced motion an answer is open at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTouched(page)
  const { heights } = await pressAndWatch(page, 2)
  expect(new Set(heights).size).toBe(1)
})

test('the link of an open answer can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/faqs')
  await expect(copyLink(page, 0)).toBeHidden()
  await openTouched(page)
  await copyLink(page, 0).click()
  await expect(answer(page, 0).getByRole('status')).toHaveText(said.copy.done)
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toBe(`${new URL(page.url()).origin}/faqs#${ids[0]}`)

  // the message is gone when the answer opens again
  await summary(page, 0).click()
  await summary(page, 0).click()
  await expect(answer(page, 0).getByRole('status')).toBeEmpty()
})

test('if the browser refuses to copy, the page shows the address', async ({ page }) => {
  await openTouched(page)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await copyLink(page, 0).click()
  const link = answer(page, 0).getByRole('status').getByRole('link')
  await expect(link).toHaveText(new RegExp(`^http.*/faqs#${ids[0]}$`))
  expect(await axeViolations(page)).toEqual([])
})

test('in print all answers are open', async ({ page }) => {
  await openTouched(page)
  await page.emulateMedia({ media: 'print' })
  for (const index of ids.keys()) {
    await expect(answer(page, index).locator('p').first()).toBeVisible()
    await expect(copyLink(page, index)).toBeHidden()
  }
})

/** The place of a question on the screen. */
const placeOf = (page: Page, index: number) =>
  summary(page, index).evaluate((element) => ({ top: element.getBoundingClientRect().top }))

/** Presses a question and watches it in every frame until all is still. */
async function pressAndWatch(page: Page, index: number, stallMs = 0) {
  await summary(page, index).scrollIntoViewIfNeeded()
  return summary(page, index).evaluate(
    (element, stallMs) =>
      new Promise<{ moved: number; heights: number[] }>((resolve) => {
        const { top } = element.getBoundingClientRect()
        const heights: number[] = []
        let moved = 0
        ;(element as HTMLElement).click()
        // Other work of the page comes before the first frame.
        const freeAt = performance.now() + stallMs
        while (performance.now() < freeAt);
        const began = performance.now()
        const look = () => {
          moved = Math.max(moved, Math.abs(element.getBoundingClientRect().top - top))
          heights.push(element.parentElement?.offsetHeight ?? 0)
          if (performance.now() - began > 800) resolve({ moved, heights })
          else watch()
        }
        // The page's own frame comes first.
        const watch = () => requestAnimationFrame(() => setTimeout(look))
        watch()
      }),
    stallMs,
  )
}

test('the page has its three figures and its links', async ({ page }) => {
  await page.goto('/faqs')
  const main = page.getByRole('main')
  const { reply, markets, builds } = measured
  await expect(main).toContainText(shown(reply))
  const { faqMarkets, activeBuilds } = studio.figures
  for (const figure of [`${faqMarkets} ${markets}`, `${activeBuilds} ${builds}`]) {
    await expect(main.locator('.counts').getByText(figure, { exact: true })).toBeVisible()
  }
  const links = (region: string) =>
    main
      .locator(region)
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(await links('.page-head')).toEqual(head.actions.map(({ href }) => href))
  expect(await links('aside')).toEqual([said.next.action.href])
  expect(await links('.ways-on')).toEqual(ways.list.map(({ action }) => action.href))
})

test('search engines get every answer that is for them', async ({ page }) => {
  await page.goto('/faqs')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = blocks.join()
  expect(data).toContain('"FAQPage"')
  for (const { id, searchable } of all) {
    // innerText would omit the closed answers
    const said = await page.locator(`.faq > [id="${id}"] .answer p`).first().textContent()
    const isTold = data.includes(JSON.stringify(said?.trim()).slice(1, -1))
    expect(isTold, id).toBe(searchable)
  }
  expect(data).not.toMatch(/\{(figures|model|promises)\./)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each question toggles separately, and no link is offered', async ({ page }) => {
    await page.goto('/faqs')
    await expect(answer(page, 0)).toBeVisible()
    await expect(copyLink(page, 0)).toBeHidden()
    await summary(page, LAST).click()
    await expect(answer(page, LAST)).toBeVisible()
    await expect(answer(page, 0)).toBeVisible()
    await summary(page, LAST).click()
    await expect(answer(page, LAST)).toBeHidden()
  })
})
