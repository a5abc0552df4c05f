import { apps, shown, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { journeys, type Journey } from './journeys.ts'
import { axeViolations } from './looks/axe.ts'
import { listed, message, openAdmin, sendButton, thanks, writeMessage } from './people.ts'
import { pdf } from './people.ts'

const { refused, sent } = words('forms/without-script')
const contact = words('forms/contact')
const waitlist = words('forms/waitlist')
const [app] = apps

const contactJourney: Journey = {
  form: 'contact',
  path: '/contact',
  collection: 'contact-submissions',
  missing: 3,
  fill: (page) => writeMessage(page),
  send: contact.submit.label,
  busy: contact.submit.busy,
  thanks: contact.sent.heading,
  promise: contact.sent.promise,
  again: contact.sent.again,
  stored: {
    name: message.name,
    email: message.email,
    subject: 'General Inquiry',
    message: message.text,
  },
  failure: '',
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const journey of [contactJourney, ...journeys]) {
    const { path, collection, missing, fill, send, stored } = journey
    const promise = journey.form === 'investor' ? sent.investor : journey.promise

    test(`${path} is sent, refused where it is wrong, and stored once`, async ({
      page,
      site,
      allowConsole,
    }) => {
      allowConsole(/status of 422/)
      await openAdmin(page, site)
      const before = (await listed(page, `${collection}?state=held`)).total
      const button = page.locator('main').getByRole('button', { name: send })
      const answer = page.waitForResponse(/\/api\/forms\//)
      const empty = await page.goto(path)
      await button.click()

      // empty: each message in a list and beside its field, in the site's look
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(refused.heading))
      const list = page.getByRole('alert')
      await expect(list).toBeFocused()
      await expect(list.getByRole('link')).toHaveCount(missing)
      await expect(page.getByText('could not load')).toBeHidden()
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(missing)
      for (const link of await list.getByRole('link').all()) {
        const field = page.locator((await link.getAttribute('href')) ?? 'no-field')
        const said = page.locator(`#${(await field.getAttribute('id')) ?? ''}-error`)
        await expect(said).toHaveText((await link.textContent()) ?? '')
      }
      await list.getByRole('link').first().click()
      await page.keyboard.press('Tab')
      await expect(page.locator('main :focus')).toHaveCount(1)
      const policy = (await answer).headers()['content-security-policy']
      expect(policy).toBe(empty?.headers()['content-security-policy'])

      // one wrong field: the others keep what was typed, but for a file
      await fill(page)
      await page.locator('[type=email]').fill('ada')
      await button.click()
      const wrong = page.locator('[aria-invalid=true]')
      await expect(wrong).toHaveCount(journey.form === 'careers' ? 2 : 1)
      await expect(page.locator('[type=email]')).toHaveValue('ada')
      await fill(page)
      await button.dblclick()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(journey.thanks)
      await expect(page.locator('main')).toContainText(promise)

      // Back, and once more
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(refused.heading))
      await fill(page)
      await button.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(journey.thanks)
      await page.reload()

      const { items, total } = await listed(page, `${collection}?state=held`)
      expect(total).toBe(before + 1)
      expect(items[0]).toMatchObject({ ...stored, signals: ['no bot check'] })
      await page.locator('main').getByRole('link', { name: journey.again }).click()
      await expect(page.locator('form')).toBeVisible()
    })
  }

  test('a waitlist takes an address, and says the same for one that is on it', async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/status of 422/)
    await openAdmin(page, site)
    const form = page.locator('form').first()
    const join = form.getByRole('button', { name: waitlist.submit.label })
    for (const address of ['grace@sea.test', 'Grace@sea.test']) {
      await page.goto(`/${app?.id}`)
      await join.click()
      await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
      await expect(page.locator('main')).toContainText(
        shown(waitlist.consent, { app: app?.name ?? '' }),
      )
      await page.locator('[type=email]').fill(address)
      await join.dblclick()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlist.answers.joined)
    }
    const path = `waitlist/entries?projectSlug=${app?.waitlist}&state=held`
    const { items } = await listed(page, path)
    expect(items.map(({ email }) => email)).toEqual(['Grace@sea.test', 'grace@sea.test'])
    expect(items[0]).toMatchObject({ source: 'landing', projectName: app?.name })
  })

  test('the chosen resume is shown, and a form that is too large says what to do', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 413/)
    await page.goto('/careers')
    const resume = page.getByLabel('Resume', { exact: true })
    await expect(resume).toHaveCSS('opacity', '0')
    const buffer = pdf(5_950_000)
    await resume.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer })
    await expect(resume).toHaveCSS('opacity', '1')
    await page.getByRole('button', { name: words('forms/careers').submit.label }).click()
    await expect(page.getByRole('alert')).toContainText('too large')
    await expect(page.getByRole('alert')).toContainText(refused.back)
    await page.getByRole('alert').getByRole('link', { name: refused.form }).click()
    await expect(page.getByLabel('Full name')).toBeVisible()
  })
})

test('axe finds nothing in the pages that answer', async ({ page, allowConsole }) => {
  allowConsole(/status of 422/)
  // no motion, because axe takes a fading tick for pale text
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { path, form } of [
    contactJourney,
    ...journeys,
    { path: `/${app?.id}`, form: 'waitlist' },
  ]) {
    await page.goto(path)
    // this sends it without the page's code
    await page
      .locator('main form')
      .first()
      .evaluate((one: HTMLFormElement) => one.submit())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(refused.heading))
    expect(await axeViolations(page), `${form}, refused`).toEqual([])
    await page.goto(`/sent/${form}`)
    expect(await axeViolations(page), `${form}, sent`).toEqual([])
  }
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  expect(await axeViolations(page)).toEqual([])
})

test('where a form’s code never comes, the second press sends it without script', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to/)
  await openAdmin(page, site)
  await page.goto('/contact')
  await page.route('**/*.js*', (route) => route.abort())
  const text = `No code ${Date.now()}`
  await writeMessage(page, { text })
  await sendButton(page).click()
  const said = shown(words('forms/all-forms').loadFailed, { button: contact.submit.label })
  await expect(page.getByRole('alert')).toHaveText(said)
  // The pointer asks for the code again; the button must stay where the press began.
  await expect(async () => {
    await sendButton(page).click({ delay: 200, timeout: 1_000 })
    await expect(page).toHaveURL(/\/sent\/contact$/)
  }).toPass()
  await expect(thanks(page)).toBeVisible()
  const { items } = await listed(page, 'contact-submissions?state=held')
  expect(items[0]).toMatchObject({ message: text })
  // the draft was sent
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

for (const { what, path, select } of [
  { what: 'a form', path: '/investors', select: 'Angel Syndicate' },
  { what: 'a waitlist', path: `/${app?.id}`, select: '' },
]) {
  test(`${what} that breaks while it hydrates is sent without script`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Broken on purpose|An error occurred|react/i)
    await withoutTimeLimits(page)
    await page.addInitScript(() => {
      const { entries } = Object
      Object.assign(Object, {
        entries: (value: object) => {
          if ('email' in value) throw new Error('Broken on purpose.')
          return entries(value)
        },
      })
    })
    // the code comes after everything is typed
    const typed = Promise.withResolvers<undefined>()
    await page.route('**/_astro/*.js', async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto(path)
    const form = page.locator('main form').first()
    if (select) {
      await form.getByLabel('Full name').fill('Ada Lovelace')
      await form.getByLabel('Investor type').selectOption(select)
      await form.getByLabel('Growth').check()
    }
    await form.getByLabel('Email').fill('ada@engine.test')
    typed.resolve(undefined)
    await expect(page.getByRole('alert')).toBeVisible()
    const native = page.locator('.native form')
    await expect(native.getByLabel('Email')).toHaveValue('ada@engine.test')
    if (select) await expect(native.getByLabel('Investor type')).toHaveValue(select)
    if (select) await expect(native.getByLabel('Growth')).toBeChecked()
    await native.getByRole('button').first().click()
    await expect(page).toHaveURL(/\/sent\//)
  })
}
