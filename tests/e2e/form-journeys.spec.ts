import { installCallClock, withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { journeys } from './journeys.ts'
import { listed, openAdmin } from './people.ts'

type Answer = { status: number; json?: object; contentType?: string; body?: string }

const failures: [what: string, answer: Answer | null, words?: string][] = [
  [
    'the server’s own words',
    { status: 503, json: { error: 'Storage sleeps.' } },
    'Storage sleeps.',
  ],
  ['an empty message', { status: 500, json: { error: '' } }],
  [
    'no JSON at all',
    { status: 502, contentType: 'text/html', body: '<h1>Oh.</h1>' },
    'Bad Gateway',
  ],
  ['a success that is none', { status: 200, json: {} }],
  ['a connection that breaks', null],
]

for (const journey of journeys) {
  const { form, path, collection, fill, send, busy, thanks, promise, again, stored, failure } =
    journey

  test(`${path} sends and stores every answer`, async ({ page, site }) => {
    await openAdmin(page, site)
    await withoutTimeLimits(page)
    await page.goto(path)
    await fill(page)
    const sheet = page.locator('#form form')
    const blank = await sheet.locator('input, select, textarea').count()

    // delay the request, so that the test can check the form meanwhile
    const arrived = Promise.withResolvers<undefined>()
    const mayGo = Promise.withResolvers<undefined>()
    await page.route('**/api/forms/*', async (route) => {
      if (route.request().method() === 'POST') {
        arrived.resolve(undefined)
        await mayGo.promise
      }
      await route.continue()
    })
    await page.getByRole('button', { name: send }).click()
    await arrived.promise
    await expect(page.getByRole('button', { name: busy })).toBeDisabled()
    mayGo.resolve(undefined)

    await expect(page.getByRole('heading', { name: thanks, exact: true })).toBeFocused()
    await expect(page.locator('#form .sent')).toContainText(promise)
    // The dial above the heading is not behind the bar.
    const bar = await page.locator('.site-bar').boundingBox()
    const dial = await page.locator('#form .sent svg').boundingBox()
    expect(dial?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity)
    const { items } = await listed(page, collection)
    expect(items[0]).toEqual({
      ...stored,
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-/),
      state: expect.objectContaining({ seenAt: null }),
    })

    await page.getByRole('button', { name: again }).click()
    await expect(sheet).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('')
    expect(await sheet.locator('input, select, textarea').count()).toBe(blank)
  })

  test(`${path} names the missing fields and keeps the others`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveText('Please review the highlighted fields.')
    const wrong = page.locator('[aria-invalid=true]')
    await expect(wrong).toHaveCount(journey.missing)
    // typing removes this field's message and the banner
    await page.getByLabel('Full name').fill('A')
    await expect(page.getByText('Full name is required.')).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(wrong).toHaveCount(journey.missing - 1)
  })

  test(`${path} keeps the typed text after every failure`, async ({ page, allowConsole }) => {
    allowConsole(/50\d|ERR_/)
    await page.goto(path)
    await fill(page)
    const before = await page.locator('#form form').evaluate(entries)
    for (const [what, answer, words = failure] of failures) {
      await page.route(
        `**/api/forms/${form}`,
        (route) => (answer ? route.fulfill(answer) : route.abort('connectionreset')),
        { times: 1 },
      )
      const sent = page.waitForRequest(`**/api/forms/${form}`)
      await page.getByRole('button', { name: send }).click()
      await sent
      await expect(page.getByRole('button', { name: send }), what).toBeEnabled()
      await expect(page.getByRole('alert'), what).toHaveText(words)
      expect(await page.locator('#form form').evaluate(entries), what).toEqual(before)
      await expect(page.getByRole('button', { name: send }), what).toBeFocused()
    }
  })
}

test('a call without an answer is reported after ten seconds', async ({ page }) => {
  const eir = journeys.find(({ form }) => form === 'eir')
  await installCallClock(page)
  await page.goto('/eir')
  await eir?.fill(page)
  const sent = page.waitForRequest('**/api/forms/eir')
  await page.route('**/api/forms/eir', () => {})
  await page.getByRole('button', { name: eir?.send ?? '' }).click()
  await sent
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('alert')).toHaveText('Request timed out. Please try again.')
})

test('a slow upload has a time limit of a minute, not of ten seconds', async ({ page }) => {
  const careers = journeys.find(({ form }) => form === 'careers')
  await installCallClock(page)
  await page.goto('/careers')
  await careers?.fill(page)
  const sent = page.waitForRequest('**/api/forms/careers')
  const mayArrive = Promise.withResolvers<undefined>()
  await page.route('**/api/forms/careers', async (route) => {
    await mayArrive.promise
    await route.continue()
  })
  await page.getByRole('button', { name: careers?.send ?? '' }).click()
  await sent
  // The clock stands after these fifty seconds, however long the next steps take.
  await page.clock.pauseAt(Date.now() + 50_000)
  await expect(page.getByRole('button', { name: careers?.busy ?? '' })).toBeVisible()
  mayArrive.resolve(undefined)
  await expect(page.getByRole('heading', { name: careers?.thanks ?? '' })).toBeVisible()
})

/** The form data, with the name and size of each file. */
const entries = (form: Element) =>
  [...new FormData(form as HTMLFormElement)].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size] : [name, value],
  )
