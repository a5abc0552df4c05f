import { stat } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { sendForm } from '../site/send-form.ts'
import { openBenchDashboard } from './stage/dashboard.ts'
import { watchCalls } from './morning-calls.ts'

/**
 * What a morning in the admin area costs with many records in the store: each step by keys alone, in
 * a browser, from its first key until nothing is under way any more.
 */

const SIZE = 100_000
/** Added to each storage request: a far store. */
const DELAY_MS = 50
const HEADER = 'step | API calls | storage requests | longest chain | most of one call | ms'

/** Prints what each step asks and takes. */
export async function morningBench() {
  const { page, site, admin, storage, close } = await openBenchDashboard(SIZE)
  const email = 'erased@example.com'
  const names = ['Held', 'Erased', 'Second', 'First'] as const
  for (const name of names) {
    const own = { ...(name === 'Erased' && { email }), ...(name === 'Held' && { honeypot: 'x' }) }
    await sendForm(site.url, contact, { ...message, name: `Morning ${name}`, ...own })
  }
  await sendForm(site.url, careers, { ...application, email })

  const calls = watchCalls(page)
  storage.delayBy(DELAY_MS)
  console.log(`${SIZE.toLocaleString('en')} messages, ${DELAY_MS} ms a storage request\n${HEADER}`)
  /** What has the focus is reached by Tab before it begins. */
  async function step(what: string, act: () => Promise<unknown>, focused?: Locator) {
    if (focused) await tabTo(page, focused)
    let ms = 0
    const { requests, rounds } = await storage.costOf(async () => {
      const began = performance.now()
      await act()
      const acted = performance.now()
      ms = Math.max(acted, await calls.atRest()) - began
    })
    const { count, most } = calls.take()
    console.log([what, count, requests, rounds, most, ms.toFixed(0)].join(' | '))
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const dialog = page.getByRole('dialog')
  const opened = (name: string) =>
    dialog.getByRole('heading', { name: `Morning ${name}` }).waitFor()
  const button = (name: RegExp | string) => page.getByRole('button', { name }).last()

  await page.goto('/admin/login')
  await step('sign in, and what is to be done', async () => {
    await page.keyboard.type(admin.email)
    await press('Tab')
    await page.keyboard.type(admin.password)
    await press('Enter')
    await page.locator('.agenda caption').waitFor()
  })
  await step('the list, its newest 50', async () => {
    await press('2')
    await page.getByRole('link', { name: 'Morning First' }).waitFor()
  })
  await step('open the newest', async () => {
    await press('j', 'Enter')
    await opened('First')
  })
  const write = async () => {
    await page.keyboard.type('Called them')
    await press('Control+Enter')
    await dialog.getByText('Saved.', { exact: true }).waitFor()
  }
  await step('write a note', write, dialog.getByRole('textbox', { name: 'Note' }))
  await step('mark it answered', async () => {
    await press('Escape', 'e')
    await dialog.getByText('Answered on').waitFor()
  })
  await step('the next one', async () => {
    await press('j')
    await opened('Second')
  })
  await step('one more', async () => {
    await press('j')
    await opened('Erased')
  })
  /** Presses what has the focus, and waits for what comes of it. */
  const pressing =
    (comes: Locator, state: 'visible' | 'detached' = 'visible') =>
    async () => {
      await press('Enter')
      await comes.waitFor({ state })
    }
  const held = page.getByRole('link', { name: 'Morning Held' })
  const person = button(/^This person \(2\)/)
  await step('everything of this person', pressing(button('Erase all 2')), person)
  await tabTo(page, button('Erase all 2'))
  await press('Enter')
  await step('erase it', pressing(dialog.first(), 'detached'), button('Erase 2 records'))
  await step('what is held', pressing(held), button(/^Held \d/))
  await step('open it', async () => {
    await press('j', 'Enter')
    await opened('Held')
  })
  await step('release it', pressing(held, 'detached'), button('Release'))
  const rows = page.locator('tbody tr')
  await step('what is overdue', pressing(rows.nth(49)), button(/^Overdue [\d,]+/))
  let bytes = 0
  const exporting = async () => {
    const downloading = page.waitForEvent('download', { timeout: 0 })
    await press('Enter')
    bytes = (await stat(await (await downloading).path())).size
  }
  const link = page.getByRole('link', { name: 'Export these as CSV' })
  await step('export all of that', exporting, link)
  console.log(`The file has ${(bytes / 1_048_576).toFixed(1)} MiB.`)
  await step('find two words', async () => {
    await press('2', '/')
    await page.keyboard.type('morning second')
    await press('Enter')
    await page.getByRole('link', { name: 'Morning Second' }).waitFor()
  })
  await close()
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  await wanted.waitFor()
  const hasFocus = () => wanted.evaluate((element) => element === document.activeElement)
  while (!(await hasFocus())) await page.keyboard.press('Tab')
}

const message = {
  email: 'ada@example.com',
  subject: 'General Inquiry',
  message: 'I would like to talk about engines.',
}

const resume = Buffer.from('%PDF-1.4\nA short resume.\n')
const application = {
  fullName: 'Morning Erased',
  phone: '+91 98100 12345',
  currentLocation: 'Pune',
  yearsExperience: '7',
  roleSlug: 'chief-revenue-officer',
  resumeFileName: 'cv.pdf',
  resumeFileType: 'application/pdf',
  resumeFileSize: resume.byteLength,
  resumeFileBase64: resume.toString('base64'),
}
