import { resumeWords } from '#forms/resume.ts'
import { roles, words } from '../content.ts'
import { withoutTimeLimits } from './call-clock.ts'
import { expect, test } from './fixtures.ts'
import { listed, message, openAdmin, pdf, sendButton, thanks, writeMessage } from './people.ts'

const { resume: field } = words('forms/careers')

const [first, second] = roles
const last = roles.at(-1)
if (!first || !second || !last) throw new Error('A draft on another role’s page needs two roles.')

test('typed text survives a reload, a file does not', async ({ page }) => {
  await page.goto(`/careers?role=${second.slug}`)
  const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf(2_048) }
  await page.getByLabel('Resume', { exact: true }).setInputFiles(file)
  await page.getByLabel('Full name').fill('Mary Jackson')
  await page.getByLabel('Cover letter').fill('Two\nlines.')
  await expect(page.getByText('cv.pdf')).toBeVisible()
  // visit another page first, because the browser itself restores fields after a reload
  await page.goto('/about')
  await page.goto('/careers')
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByLabel('Cover letter')).toHaveValue('Two\nlines.')
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue(second.slug)
  await expect(page.locator(`[data-role=${second.slug}] details`)).toHaveAttribute('open')
  await expect(page.getByText('cv.pdf')).toBeHidden()
  await expect(page.getByText(resumeWords.lost)).toBeVisible()
})

test('a resume that was removed or refused is not asked for again', async ({ page }) => {
  const resume = page.getByLabel('Resume', { exact: true })
  const mimeType = 'application/pdf'
  await page.goto('/careers')
  await page.getByLabel('Full name').fill('Mary Jackson')
  await resume.setInputFiles({ name: 'cv.pdf', mimeType, buffer: pdf(2_048) })
  await page.getByRole('button', { name: field.remove }).click()
  await page.goto('/about')
  await page.goto('/careers')
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByText(resumeWords.lost)).toBeHidden()

  await resume.setInputFiles({ name: 'cv.pdf', mimeType, buffer: Buffer.from('<html>') })
  await expect(page.getByText(resumeWords.wrong)).toBeVisible()
  await page.goto('/about')
  await page.goto('/careers')
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByText(resumeWords.lost)).toBeHidden()
})

test('a role’s page has the draft of /careers, and keeps its own role', async ({ page }) => {
  const role = page.getByLabel('Role', { exact: true })
  const name = page.getByLabel('Full name')
  await page.goto('/careers')
  await role.selectOption(last.slug)
  await name.fill('Mary Jackson')
  // the first option, which a draft fills elsewhere
  await page.goto(`/careers/${first.slug}`)
  await expect(name).toHaveValue('Mary Jackson')
  await expect(role).toHaveValue(first.slug)
  // another choice is this page's own: it survives a reload, but not the way to a third role
  await role.selectOption(last.slug)
  await page.goto('/about')
  await page.goto(`/careers/${first.slug}`)
  await expect(name).toHaveValue('Mary Jackson')
  await expect(role).toHaveValue(last.slug)
  await page.goto(`/careers/${second.slug}`)
  await expect(name).toHaveValue('Mary Jackson')
  await expect(role).toHaveValue(second.slug)
  // back in the list, the last role is chosen and open
  await name.fill('Mary W. Jackson')
  await page.goto('/careers')
  await expect(name).toHaveValue('Mary W. Jackson')
  await expect(role).toHaveValue(second.slug)
  await expect(page.locator(`[data-role=${second.slug}] details`)).toHaveAttribute('open')
  // an address that names a role is a choice too
  await page.goto(`/careers?role=${first.slug}`)
  await expect(name).toHaveValue('Mary W. Jackson')
  await expect(role).toHaveValue(first.slug)
})

test('what is typed on a role’s page before its code arrives keeps the role', async ({ page }) => {
  await page.route('**/_astro/*.js', () => undefined)
  await page.goto(`/careers/${second.slug}`)
  await page.getByLabel('Full name').fill('Mary Jackson')
  await page.unroute('**/_astro/*.js')
  await page.goto(`/careers/${first.slug}`)
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue(first.slug)
})

test('checked boxes survive a reload', async ({ page }) => {
  await page.goto('/investors')
  await page.getByLabel('Seed', { exact: true }).check()
  await page.getByLabel('Firm').fill('Engine Fund')
  await page.reload()
  await expect(page.getByLabel('Firm')).toHaveValue('Engine Fund')
  await expect(page.getByLabel('Seed', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Growth')).not.toBeChecked()
})

test('each waitlist form keeps its own draft', async ({ page }) => {
  await page.goto('/calmist')
  await page.locator('#waitlist-end').getByLabel('Email').fill('ada@engine.test')
  await page.goto('/founders-journal')
  await page.goto('/calmist')
  await expect(page.locator('#waitlist-end').getByLabel('Email')).toHaveValue('ada@engine.test')
  await expect(page.locator('#waitlist').getByLabel('Email')).toHaveValue('')
})

test('a sent message leaves no draft', async ({ page }) => {
  await page.goto('/contact')
  await writeMessage(page)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  await page.goto('/contact')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('back on the thanks of a message sent without script, a newer draft stays', async ({
  page,
}) => {
  await page.goto('/sent/contact')
  await page.getByRole('link', { name: words('forms/contact').sent.again }).click()
  // The page keeps what is typed once it is whole.
  await expect(page).toHaveURL('/contact')
  await page.waitForLoadState()
  await page.getByLabel('Message').fill('A second thought.')
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft contact') ?? '')
  await expect.poll(kept).toContain('A second thought.')
  await page.goBack()
  await expect(thanks(page)).toBeVisible()
  await page.getByRole('link', { name: words('forms/contact').sent.again }).click()
  await expect(page.getByLabel('Message')).toHaveValue('A second thought.')
})

test('what is typed while a message is being sent stays for another one', async ({
  page,
  site,
}) => {
  await openAdmin(page, site)
  const { total } = await listed(page, 'contact-submissions')
  await withoutTimeLimits(page)
  await page.goto('/contact')
  await writeMessage(page)
  const { promise: mayGo, resolve: go } = Promise.withResolvers<undefined>()
  await page.route('**/api/forms/contact', async (route) => {
    await mayGo
    await route.continue()
  })
  const sent = page.waitForRequest('**/api/forms/contact')
  await sendButton(page).click()
  await sent
  await page.getByLabel('Message').fill('And a second thought.')
  go(undefined)
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('.sent [role=status]')).toHaveText(words('forms/all-forms').meanwhile)
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('And a second thought.')
  await expect(page.getByLabel('Full name')).toHaveValue(message.name)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('.sent [role=status]')).toHaveCount(0)
  expect((await listed(page, 'contact-submissions')).total).toBe(total + 2)
})

test('a retry after a lost answer and a reload is still the same message', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_|Failed to load/)
  await openAdmin(page, site)
  const { total } = await listed(page, 'contact-submissions')
  await page.goto('/contact')
  await writeMessage(page)
  await page.route('**/api/forms/contact', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/forms/contact')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
  expect((await listed(page, 'contact-submissions')).total).toBe(total + 1)
})

test('the company in the address replaces an older draft’s, unless that was typed', async ({
  page,
}) => {
  const company = page.getByLabel('Portfolio company')
  const name = page.getByLabel('Full name')
  await page.goto('/contact')
  await name.fill('Ada')
  // the draft has no company
  await page.goto('/contact?company=Onebotics')
  await expect(name).toHaveValue('Ada')
  await expect(company).toHaveValue('Onebotics')
  // the draft has the company of an earlier address
  await page.getByLabel('Message').fill('About engines.')
  await page.goto('/contact?company=Meetly')
  await expect(page.getByLabel('Message')).toHaveValue('About engines.')
  await expect(company).toHaveValue('Meetly')
  // the draft has a typed company
  await company.fill('Both of them')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('About engines.')
  await expect(company).toHaveValue('Both of them')
  await page.goto('/contact?company=Axel%20AI')
  await expect(name).toHaveValue('Ada')
  await expect(company).toHaveValue('Both of them')
  // the draft has a cleared company
  await company.fill('')
  await page.reload()
  await expect(name).toHaveValue('Ada')
  await expect(company).toHaveValue('')
  // another address fills in another one
  await page.goto('/contact?company=Calmist')
  await expect(name).toHaveValue('Ada')
  await expect(company).toHaveValue('Calmist')
})

test('the same company rule holds for a draft typed before the form’s code arrived', async ({
  page,
}) => {
  const company = page.getByLabel('Portfolio company')
  const name = page.getByLabel('Full name')
  /** Types on a page whose code never arrives, then opens another address with its code. */
  async function typeEarly(address: string, type: () => Promise<void>, next: string) {
    await page.goto('/about')
    await page.evaluate(() => sessionStorage.clear())
    await page.route('**/_astro/*.js', () => undefined)
    await page.goto(address)
    await type()
    await page.unroute('**/_astro/*.js')
    await page.goto(next)
    await expect(name).toHaveValue('Ada')
  }
  const onebotics = '/contact?company=Onebotics'
  await typeEarly(onebotics, () => name.fill('Ada'), '/contact?company=Meetly')
  await expect(company).toHaveValue('Meetly')

  await typeEarly(onebotics, () => name.fill('Ada'), '/contact')
  await expect(company).toHaveValue('')

  const over = async () => {
    await name.fill('Ada')
    await company.fill('Both of them')
  }
  await typeEarly(onebotics, over, '/contact?company=Meetly')
  await expect(company).toHaveValue('Both of them')
})

test('a copied tab sends its own message after a clear error', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 422/)
  await openAdmin(page, site)
  const { total } = await listed(page, 'contact-submissions')
  await page.goto('/contact')
  await writeMessage(page)
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft contact') ?? '')
  // Wait until the form's code keeps the draft.
  await expect.poll(kept).toContain('attempt')
  const copied = await kept()
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()

  const tab = await page.context().newPage()
  await tab.addInitScript((draft) => {
    if (!sessionStorage.getItem('draft contact')) sessionStorage.setItem('draft contact', draft)
  }, copied)
  await tab.goto('/contact')
  await tab.getByLabel('Message').fill('And one more thing.')
  await expect(tab.getByLabel('Full name')).toHaveValue(message.name)
  await sendButton(tab).click()
  await expect(tab.getByRole('alert')).toHaveText(
    'This form was already sent with other answers, maybe in another tab. Send it again if you want both.',
  )
  await tab.reload()
  await sendButton(tab).click()
  await expect(thanks(tab)).toBeVisible()
  expect((await listed(page, 'contact-submissions')).total).toBe(total + 2)
})

test('typing after a reload, before the code arrives, loses nothing of the draft', async ({
  page,
}) => {
  await withoutTimeLimits(page)
  await page.goto('/contact')
  await writeMessage(page)
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft contact') ?? '')
  await expect.poll(kept).toContain('attempt')
  let codeMayCome = () => {}
  const waiting = new Promise<void>((resolve) => (codeMayCome = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await waiting
    await route.continue()
  })
  await page.reload()
  await page.getByLabel('Company').first().fill('Analytical Engines')
  codeMayCome()
  await expect(page.getByLabel('Full name')).toHaveValue(message.name)
  await expect(page.getByLabel('Company').first()).toHaveValue('Analytical Engines')
  await expect.poll(kept).toContain('Analytical Engines')
  expect(await kept()).toContain(message.text)
})

test('typing while the code starts loses nothing of the draft', async ({ page }) => {
  await page.goto('/contact')
  await writeMessage(page)
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft contact') ?? '')
  await expect.poll(kept).toContain('attempt')
  // React draws and runs effects with messages. A key press comes before each one but the first.
  await page.addInitScript(() => {
    const port = MessagePort.prototype
    const post: (message: unknown) => void = Reflect.get(port, 'postMessage')
    let messages = 0
    port.postMessage = function (message: unknown) {
      setTimeout(() => {
        messages += 1
        const box = document.querySelector<HTMLTextAreaElement>('[name=message]')
        if (box && messages > 1 && messages < 9) {
          box.value += 'x'
          box.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
        post.call(this, message)
      }, 50)
    }
  })
  await page.reload()
  await page.getByLabel('Company').first().focus()
  await expect(page.getByLabel('Full name')).toHaveValue(message.name)
  await expect(page.getByLabel('Email address')).toHaveValue(message.email)
  await expect(page.getByLabel('Message')).toHaveValue(/^x+$/)
})

test('what is typed while the code can’t load joins the draft that is there', async ({ page }) => {
  await page.route('**/_astro/*.js', () => undefined)
  const stages = page.getByRole('checkbox')
  await page.goto('/investors')
  await page.getByLabel('Full name').fill('Mary Jackson')
  await page.getByLabel('Investor type').selectOption({ index: 1 })
  await stages.first().check()
  for (const text of ['Engine Fund', 'Engine Funds']) {
    await page.goto('/about')
    await page.goto('/investors')
    await page.getByLabel('Firm').fill(text)
    await stages.last().check()
  }
  await page.unroute('**/_astro/*.js')
  await page.goto('/about')
  await page.goto('/investors')
  await expect(page.getByLabel('Full name')).toHaveValue('Mary Jackson')
  await expect(page.getByLabel('Firm')).toHaveValue('Engine Funds')
  await expect(page.getByLabel('Investor type')).not.toHaveValue('')
  for (const one of [stages.first(), stages.last()]) await expect(one).toBeChecked()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
})
