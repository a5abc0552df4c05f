import { expect, test } from './fixtures.ts'
import { holdAnswer, lookAgain } from './meanwhile.ts'
import { firstLook, markedRead, openAdmin, row } from './people.ts'
import { settled } from './settled.ts'
import { sendMessages } from './submissions.ts'

const recordUrl = (id: string | undefined) => `**/api/admin/contact-submissions/${id}`
const list = (name: string) => `/admin?tab=contact&search=${encodeURIComponent(name)}`

test('what was opened since stays open when an Undo is answered', async ({ page, site }) => {
  const name = `Open since ${Date.now()}`
  const [, id] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('!')
  await expect(page.getByText(`Marked ${name} 2 as spam`)).toBeVisible()
  const undoing = await holdAnswer(page, `${recordUrl(id)}/release`, 'POST')
  await page.keyboard.press('z')
  await undoing.isDone
  await row(page, `${name} 1`).getByRole('link').click()
  const record = page.getByRole('dialog', { name: `${name} 1` })
  await record.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  undoing.answer()
  await expect(page.getByText(`Taken back: ${name} 2`)).toBeVisible()
  await settled(page)
  await expect(record).toBeVisible()
})

test('a second act on a row is done after the first one', async ({ page, site }) => {
  const name = `Both ${Date.now()}`
  const [id] = await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto(list(name))
  const answering = await holdAnswer(page, recordUrl(id), 'PATCH')
  await page.getByRole('link', { name }).focus()
  await page.keyboard.press('e')
  await answering.isDone
  await page.keyboard.press('!')
  answering.answer()
  await expect(page.getByText(`Marked ${name} 1 as spam`)).toBeVisible()
})

test('nothing is done with a row that is being taken away', async ({ page, site }) => {
  const name = `Leaving ${Date.now()}`
  const [, id] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  const holding = await holdAnswer(page, `${recordUrl(id)}/hold`, 'POST')
  await page.getByRole('link', { name: `${name} 2` }).focus()
  await page.keyboard.press('!')
  await holding.isDone
  await expect(page.getByRole('link', { name: `${name} 1` })).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused()
  await page.keyboard.press('e')
  holding.answer()
  await expect(page.getByText(`Marked ${name} 2 as spam`)).toBeVisible()
  await settled(page)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(page.getByText('Already gone')).toBeHidden()
})

test('no Undo overtakes what is being done with the same row', async ({ page, site }) => {
  const name = `In order ${Date.now()}`
  const [id] = await sendMessages(site, name, 1)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).focus()
  await page.keyboard.press('e')
  await expect(page.getByText(`Marked ${name} 1 as answered`)).toBeVisible()
  const holding = await holdAnswer(page, `${recordUrl(id)}/hold`, 'POST')
  await page.keyboard.press('!')
  await holding.isDone
  await page.keyboard.press('z')
  holding.answer()
  await expect(page.getByText(`Marked ${name} 1 as spam`)).toBeVisible()
  // Both can be taken back, the later one first.
  await page.keyboard.press('z')
  await expect(page.getByText(`Taken back: ${name} 1`)).toBeVisible()
  await expect(row(page, name)).toContainText('Answered')
  await page.keyboard.press('z')
  await expect(row(page, name)).not.toContainText('Answered')
})

test('a record that a batch has deleted leads on to one that is left', async ({ page, site }) => {
  const name = `Opened ${Date.now()}`
  const ids = await sendMessages(site, name, 4)
  await openAdmin(page, site)
  await page.goto(list(name))
  await expect(row(page, `${name} 1`)).toBeVisible()
  await firstLook(page)
  for (const number of [4, 3, 2]) await row(page, `${name} ${number}`).getByRole('checkbox').check()
  const [first, last] = [
    await holdAnswer(page, recordUrl(ids[3]), 'DELETE'),
    await holdAnswer(page, recordUrl(ids[1]), 'DELETE'),
  ]
  await page.getByRole('button', { name: 'Delete 3' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await first.isDone
  const read = page.waitForResponse(recordUrl(ids[2]))
  await row(page, `${name} 3`).getByRole('link').click()
  const shown = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(shown).toHaveText(`${name} 3`)
  await read
  first.answer()
  await last.isDone
  // It is deleted, and the batch still under way.
  await lookAgain(page)
  await expect(shown).toHaveText(`${name} 3`)
  last.answer()
  await expect(shown).toHaveText(`${name} 1`)
})

test('a record that is gone stays so when the network is back', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Erased ${Date.now()}`
  const [, id] = await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(`${list(name)}&record=${id}`)
  await markedRead(page)
  await firstLook(page)
  const headers = { origin: site.url }
  await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  await lookAgain(page)
  await expect(page.getByText('no longer exists')).toBeVisible()
  const reading = await holdAnswer(page, recordUrl(id), 'GET')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await settled(page)
  await expect(page.getByRole('dialog')).not.toContainText('I would like to talk about engines.')
  reading.answer()
})
