import type { Locator } from 'playwright/test'
import { resumeWords } from '#forms/resume.ts'
import { words } from '../../content.ts'
import { expect } from '../fixtures.ts'
import { journeys } from '../journeys.ts'
import { message, pdf, sendButton, thanks, writeMessage } from '../people.ts'
import { codeCame, notice, reloadToB, test } from './over-build.ts'

/** Every form, with its button. */
const forms = [
  { path: '/contact', send: words('forms/contact').submit.label },
  { path: '/investors', send: words('forms/investor').submit.label },
  { path: '/eir', send: words('forms/eir').submit.label },
  { path: '/careers', send: words('forms/careers').submit.label, lost: resumeWords.lost },
  { path: '/calmist', send: words('forms/waitlist').submit.label },
]

/** Each field's name, and what is in it. Build B asks for a city in place of the company. */
const answersIn = (form: Locator) =>
  form.locator('.field [name]:not([name=company], [name=city])').evaluateAll((fields) =>
    // Only these have names. Nobody can fill in a file.
    (fields as (HTMLInputElement | HTMLSelectElement)[]).map((field) => [
      field.name,
      field.type === 'file' || field.value,
      'checked' in field && field.checked,
    ]),
  )

/** Fills in every field, and returns what is in it. */
async function fillAll(form: Locator) {
  for (const field of await form.locator('.field [name]').all()) {
    const [kind, name] = await field.evaluate((one: HTMLInputElement) => [one.type, one.name])
    if (kind === 'select-one') await field.press('End')
    else if (kind === 'checkbox') await field.check()
    else if (kind === 'file')
      await field.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf(2_048) })
    else await field.fill(`${name}@example.com`)
  }
  return answersIn(form)
}

/** Forms of build A over build B: no answer is lost. */
export function testForms() {
  for (const { path, send, lost = 'nothing is lost' } of forms) {
    test(`${path}: filled in, touched and untouched, no answer is lost`, async ({ page, site }) => {
      const form = page.locator('form').first()

      // untouched, then filled in
      await page.goto(path)
      site.publish('B')
      const answers = await fillAll(form)
      await expect(notice(page)).toBeInViewport()
      await form.getByRole('button', { name: send }).click()
      await expect(notice(page)).toBeInViewport()
      await reloadToB(page)
      await expect.poll(() => answersIn(form)).toEqual(answers)
      await expect(form.getByText(lost)).toHaveCount(path === '/careers' ? 1 : 0)

      // half filled, and its code is there before the deploy
      site.publish('A')
      await page.goto('/about')
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(path)
      await form.getByLabel('name').first().or(form.getByLabel('Email')).first().fill('half')
      await codeCame(form)
      site.publish('B')
      await fillAll(form)
      await page.reload()
      await expect.poll(() => answersIn(form)).toEqual(answers)
      await expect(form.getByText(lost)).toHaveCount(path === '/careers' ? 1 : 0)
    })
  }

  for (const journey of journeys) {
    test(`${journey.form}: a form of build A can be sent to build B`, async ({ page, site }) => {
      await page.goto(journey.path)
      await journey.fill(page)
      await codeCame(page.locator('form').first())
      site.publish('B')
      await page.getByRole('button', { name: journey.send }).click()
      await expect(page.getByRole('heading', { name: journey.thanks })).toBeVisible()
    })
  }

  test('waitlist: a form of build A can be sent to build B', async ({ page, site }) => {
    const { submit, answers } = words('forms/waitlist')
    const form = page.locator('form').first()
    await page.goto('/calmist')
    await form.getByLabel('Email').fill('ada@example.com')
    await codeCame(form)
    site.publish('B')
    await form.getByRole('button', { name: submit.label }).click()
    await expect(form.getByText(answers.joined)).toBeVisible()
  })

  test('a form whose code is gone is sent by the browser at the second press', async ({
    page,
    site,
  }) => {
    const journey = journeys.find(({ form }) => form === 'eir')
    const button = page.getByRole('button', { name: journey?.send ?? '' })
    await page.goto('/eir')
    site.publish('B')
    await journey?.fill(page)
    // The first touch has its answer. A press that comes before the next one is no second press.
    await notice(page).evaluate((shown) => {
      shown.remove()
    })
    await button.click()
    await expect(notice(page)).toBeInViewport()
    // A press while the first one is being answered is none.
    await expect(async () => {
      if (!page.url().endsWith('/sent/eir')) await button.click({ timeout: 5_000 })
      await expect(page).toHaveURL(/\/sent\/eir$/, { timeout: 5_000 })
    }).toPass()
    await expect(page.getByRole('heading', { name: journey?.thanks ?? '' })).toBeVisible()
  })

  test('a refused field that the page does not have is said, also while it is sent', async ({
    page,
    site,
  }) => {
    await page.goto('/contact')
    await writeMessage(page)
    await page.locator('form [name=company]').fill('A company that build B does not ask for')
    await page.route('**/api/forms/contact', async (route) => {
      site.publish('B')
      await route.continue()
    })
    await sendButton(page).click()
    await expect(notice(page)).toBeInViewport()
    await expect(page.locator('form [role=alert]')).toHaveCount(0)
    await reloadToB(page)
    await expect(page.getByLabel('Message')).toHaveValue(message.text)
    await page.getByLabel('City').fill('Pune')
    await sendButton(page).click()
    await expect(thanks(page)).toBeVisible()
  })

  test('a closed role is refused at its own field', async ({ page, site }) => {
    const role = page.getByLabel('Role', { exact: true })
    const journey = journeys.find(({ form }) => form === 'careers')
    await page.goto('/careers')
    await journey?.fill(page)
    await role.selectOption({ label: site.closedRole })
    await codeCame(role)
    site.publish('B')
    await page.getByRole('button', { name: journey?.send ?? '' }).click()
    await expect(role).toHaveAttribute('aria-invalid', 'true')
    await expect(notice(page)).toHaveCount(0)
  })

  test('from the page of a refused form, what is typed goes to the form’s own page', async ({
    page,
    site,
  }) => {
    await page.goto('/contact')
    await writeMessage(page)
    await page.getByLabel('Email').first().fill('nobody')
    await page.evaluate(() => {
      sessionStorage.clear()
      document.querySelector<HTMLFormElement>('main form')?.submit()
    })
    await expect(page).toHaveURL(/\/api\/forms\/contact$/)
    await page.waitForLoadState()
    await page.getByLabel('Email').first().fill('ada@example.com')
    site.publish('B')
    await page.getByRole('banner').getByRole('button', { expanded: false }).first().click()
    await reloadToB(page)
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByLabel('Full name')).toHaveValue(message.name)
    await expect(page.getByLabel('Email').first()).toHaveValue('ada@example.com')
    await expect(page.getByLabel('Message')).toHaveValue(message.text)
  })

  test('from the page of a refused form, Reload leads on where nothing can be kept', async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Storage is forbidden.')
      }
    })
    await page.goto('/contact')
    await page.locator('main form').evaluate((form: HTMLFormElement) => {
      form.submit()
    })
    await expect(page).toHaveURL(/\/api\/forms\/contact$/)
    await page.waitForLoadState()
    site.publish('B')
    await page.getByRole('banner').getByRole('button', { expanded: false }).first().click()
    await expect(page.locator('.updated')).toContainText(words('words').updated.unkept)
    await reloadToB(page)
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByLabel('Full name')).toHaveValue('')
  })

  test('where nothing can be kept, the page asks to copy what was typed', async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Storage is forbidden.')
      }
    })
    await page.goto('/contact')
    site.publish('B')
    await writeMessage(page)
    await sendButton(page).click()
    await expect(page.locator('.updated')).toContainText(words('words').updated.unkept)
  })

  test('where storage is full, the page asks to copy what was typed', async ({ page, site }) => {
    await page.goto('/contact')
    await page.evaluate(() => {
      // Room for a word, and for nothing else.
      sessionStorage.setItem('room', 'x'.repeat(64))
      for (let size = 2 ** 22; size >= 1; size /= 2)
        try {
          for (;;) sessionStorage.setItem(`${sessionStorage.length}`, 'x'.repeat(size))
        } catch {}
      sessionStorage.removeItem('room')
    })
    site.publish('B')
    await writeMessage(page)
    await sendButton(page).click()
    await expect(page.locator('.updated')).toContainText(words('words').updated.unkept)
  })

  test('a worker that is gone is said, and the form can be sent after Reload', async ({
    page,
    site,
  }) => {
    await page.goto('/eir')
    const journey = journeys.find(({ form }) => form === 'eir')
    await journey?.fill(page)
    await codeCame(page.locator('form').first())
    site.publish('B')
    await page.route('**/*pbkdf2*', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: journey?.send ?? '' }).click()
    await expect(notice(page)).toBeInViewport()
    await page.unroute('**/*pbkdf2*')
    await reloadToB(page)
    await page.getByRole('button', { name: journey?.send ?? '' }).click()
    await expect(page.getByRole('heading', { name: journey?.thanks ?? '' })).toBeVisible()
  })
}
