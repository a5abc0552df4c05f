import { sentencesWith } from '../build/policy-sentences.ts'
import { words } from '../content.ts'
import { startRecaptcha, type Recaptcha } from '../stand-in-recaptcha.ts'
import { expect, test as base } from './fixtures.ts'
import { journeys } from './journeys.ts'
import {
  listed,
  message,
  openAdmin,
  row,
  sendButton,
  signIn,
  thanks,
  writeMessage,
} from './people.ts'
import { settled } from './settled.ts'

/** A site with reCAPTCHA keys, and a stand-in for Google. */
const test = base.extend<object, { google: Recaptcha }>({
  google: [
    async ({}, use) => {
      const google = await startRecaptcha()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  siteEnv: [({ google }, use) => use(google.settings), { scope: 'worker' }],
})

// All tests run in one worker, because the site is built only for them.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ google }) => {
  google.asked.length = 0
  Object.assign(google.behaviour, { script: 'works', execute: 'works', score: 0.9 })
})

const failed = 'We could not send your message. Please try again.'

test('a message passes reCAPTCHA, which is loaded once, on the first send', async ({
  page,
  site,
  google,
}) => {
  const name = `Human ${Date.now()}`
  await page.goto('/contact')
  await writeMessage(page, { name })
  await settled(page)
  expect(google.asked).toEqual([])
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  await page.getByRole('button', { name: words('forms/contact').sent.again }).click()
  await writeMessage(page)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  const count = (path: string) => google.asked.filter((asked) => asked === path).length
  expect(count('/recaptcha/api.js')).toBe(1)
  await expect.poll(() => count('/recaptcha/api2/anchor')).toBe(1)
  expect(count('/recaptcha/api/siteverify')).toBe(2)

  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(row(page, name)).toBeVisible()
})

test('a message with a low score is thanked for and held', async ({ page, site, google }) => {
  const name = `Machine ${Date.now()}`
  google.behaviour.score = 0.1
  await page.goto('/contact')
  await writeMessage(page, { name })
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()

  await signIn(page, site)
  const held = await page.request.get('/api/admin/contact-submissions?state=held&limit=1')
  expect(await held.json()).toMatchObject({ items: [{ name, signals: ['low score'] }] })
})

for (const { path, fill, send, thanks: thanked, collection, stored } of journeys) {
  test(`${path} passes reCAPTCHA too`, async ({ page, site }) => {
    await openAdmin(page, site)
    await page.goto(path)
    await fill(page)
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByRole('heading', { name: thanked, exact: true })).toBeVisible()
    expect((await listed(page, collection)).items[0]).toMatchObject(stored)
  })
}

test('a waitlist passes reCAPTCHA too', async ({ page }) => {
  await page.goto('/calmist')
  const form = page.locator('form#waitlist')
  await form.getByLabel('Email').fill('ada@engine.test')
  await form.getByRole('button').click()
  await expect(form.getByRole('status')).toHaveText(words('forms/waitlist').answers.joined)
})

const failures = [
  ['a script that hangs', { script: 'hangs' }],
  ['a script that does nothing', { script: 'is empty' }],
  ['a script whose other half is missing', { script: 'is half' }],
  ['a token that is not made', { execute: 'rejects' }],
] as const

for (const [what, behaviour] of failures) {
  test(`${what} is reported, and the next try works`, async ({ page, google, allowConsole }) => {
    allowConsole(/status of 400|ERR_EMPTY_RESPONSE/)
    Object.assign(google.behaviour, behaviour)
    await page.goto('/contact')
    await writeMessage(page)
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(failed)
    await expect(page.getByLabel('Full name')).toHaveValue(message.name)
    await expect(page.getByLabel('Message')).toHaveValue(message.text)
    Object.assign(google.behaviour, { script: 'works', execute: 'works' })
    await sendButton(page).click()
    await expect(thanks(page)).toBeVisible()
  })
}

test('a blocked script is reported, and sending works when it is unblocked', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_BLOCKED_BY_CLIENT/)
  await page.goto('/contact')
  await page.route('**/recaptcha/**', (route) => route.abort('blockedbyclient'))
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(failed)
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
  await page.unroute('**/recaptcha/**')
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('pages send no request to Google before a form is sent', async ({ page, google }) => {
  for (const path of ['/', '/privacy-policy', '/contact']) {
    await page.goto(path)
    await page.mouse.move(300, 300)
    await settled(page)
  }
  expect(google.asked).toEqual([])
})

test('the privacy policy names Google’s part', async ({ page }) => {
  await page.goto('/privacy-policy')
  const policy = 'content/legal/privacy-policy.mdx'
  const [about, others] = [
    sentencesWith('reCAPTCHA', policy),
    sentencesWith('proof of work', policy),
  ]
  expect(about.join(' ')).toContain('Google')
  for (const sentence of about) await expect(page.getByRole('main')).toContainText(sentence)
  for (const sentence of others) await expect(page.getByRole('main')).not.toContainText(sentence)
})
