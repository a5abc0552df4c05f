import type { Page } from 'playwright/test'
import { mintedAt } from '#forms/attempt.ts'
import { shown, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { message, sendButton, thanks, writeMessage } from './people.ts'
import { settled } from './settled.ts'

const { head } = words('pages/contact')
const form = words('forms/contact')
const all = words('forms/all-forms')
const loadFailed = shown(all.loadFailed, { button: form.submit.label })

/** Delays every script until the returned function is called. */
async function slowScripts(page: Page) {
  await withoutTimeLimits(page)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await gate
    await route.continue()
  })
  return () => {
    release()
  }
}

test('a page loads and runs no script before the first touch', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  for (const path of ['/', '/contact']) {
    await page.goto(path)
    await settled(page)
  }
  expect(scripts).toEqual([])
})

test('text typed before the code arrives stays', async ({ page }) => {
  const release = await slowScripts(page)
  await page.goto('/contact')
  await writeMessage(page)
  release()
  // The thanks need the form's code and the typed text.
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('a submit before the code arrives is sent when it arrives', async ({ page }) => {
  const release = await slowScripts(page)
  const began: number[] = []
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    if (key) began.push(mintedAt(key) ?? 0)
  })
  await page.goto('/contact')
  await writeMessage(page)
  const written = await page.evaluate(() => Date.now())
  await sendButton(page).click()
  await sendButton(page).click()
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
  release()
  await expect(thanks(page)).toBeVisible()
  // the form is sent once, and the writing time before the code counts
  expect(began).toHaveLength(1)
  expect(began[0]).toBeLessThan(written)
})

test('a click before the code arrives has its effect when it arrives', async ({ page }) => {
  const release = await slowScripts(page)
  await page.goto('/contact?company=Calmist')
  const company = page.getByLabel('Portfolio company of interest')
  await page.getByRole('button', { name: form.clear.label }).click()
  await expect(company).toHaveValue('Calmist')
  release()
  await expect(company).toHaveValue('')
})

test('all that is pressed before the code arrives has its effect, in order', async ({ page }) => {
  const release = await slowScripts(page)
  await page.goto('/contact?company=Calmist')
  await writeMessage(page)
  await page.getByRole('button', { name: form.clear.label }).click()
  await sendButton(page).click()
  const sent = page.waitForRequest('**/api/forms/contact')
  release()
  // What is empty is not sent.
  expect((await sent).postDataJSON()).not.toHaveProperty('portfolioCompany')
  await expect(thanks(page)).toBeVisible()
})

test('a lost connection is reported, and the next try works', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await page.goto('/contact')
  await page.route('**/_astro/*.js', (route) => route.abort())
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page.getByText(loadFailed)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
  await page.unroute('**/_astro/*.js')
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('the second try asks the deploy that the address names', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await withoutTimeLimits(page)
  await page.goto('/contact')
  await page.evaluate(() => {
    const island = document.querySelector('astro-island:has([name=message])')
    island?.setAttribute('component-url', `${island.getAttribute('component-url')}?deploy=first`)
  })
  const asked: string[] = []
  await page.route('**/*?deploy=first*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('deploy') ?? '')
    await (asked.length === 1 ? route.abort() : route.continue())
  })
  await writeMessage(page)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  expect(asked).toEqual(['first', 'first'])
})

test('a press while the page asks what failed is not sent by a later touch', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await withoutTimeLimits(page)
  await page.goto('/contact')
  await page.route('**/_astro/*.js', (route) => route.abort())
  let answer = () => {}
  const asked = new Promise<void>((asking) => {
    void page.route('**/updated.js*', async (route) => {
      asking()
      await new Promise<void>((resolve) => (answer = resolve))
      await route.abort()
    })
  })
  await sendButton(page).click()
  await asked
  await sendButton(page).click()
  answer()
  await expect(page.getByText(loadFailed)).toBeVisible()
  await page.unroute('**/_astro/*.js')
  await page.getByLabel('Message').dispatchEvent('pointermove')
  await expect(page.locator('astro-island[ssr]:has(form)')).toHaveCount(0)
  await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(0)
})

test('without a network nobody knows of an update, so the connection is named', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_|Failed to/)
  // A form in view would fetch its code ahead.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto('/contact')
  await page.context().setOffline(true)
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page.getByText(loadFailed)).toBeVisible()
  await expect(page.locator('.updated')).toHaveCount(0)
  await page.context().setOffline(false)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact page is complete, and its form says nothing of scripts', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(head.heading))
    await expect(page.locator('form .notice').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText(loadFailed)).toBeHidden()
  })
})
