import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { openAdmin, signIn } from './people.ts'
import { sendMessage } from './submissions.ts'

// An own site: only the first mails of an hour are single mails, and other journeys send many.
test.use({ siteEnv: { FLOOD_LIMIT: '999' } })

test('a message becomes a mail file, and the admin area shows the delivery', async ({
  page,
  site,
}) => {
  const name = `Told ${Date.now()}`
  const id = await sendMessage(site, { name })
  const outbox = join(site.dataDir, 'outbox')
  const mails = async () => {
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
    return Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  }
  await expect.poll(async () => (await mails()).some((mail) => mail.includes(name))).toBe(true)

  await openAdmin(page, site)
  // The delivery is noted after the mail was written, and the page reads it once.
  const told = async () => (await page.request.get(`/api/admin/contact-submissions/${id}`)).text()
  await expect.poll(told).toContain('toldAt')
  await page.goto('/admin')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section).toContainText('Mail: last delivered on')
  await section.getByRole('button', { name: 'Send a test' }).click()
  await expect(section.getByRole('status')).toHaveText('The mail was sent.')

  // the link in the mail opens the record, which shows the delivery too
  const mail = (await mails()).find((one) => one.includes(name)) ?? ''
  const [link = ''] = /http\S+record=\S+/.exec(mail) ?? []
  await page.goto(link)
  await expect(page.getByRole('dialog')).toContainText(name)
  await expect(page.getByRole('dialog')).toContainText('Mail: sent on')
})

test('a failed notification is named with its reason and can be sent again', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  const failed = {
    total: 1,
    items: [
      { id: 'x', reference: '71d0c93c9b07', why: { mail: 'The mail server took too long.' } },
    ],
  }
  await page.route('**/api/admin/notifications', async (route) => {
    const notifications = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...notifications, owed: 2, failed } })
  })
  await page.reload()
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section).toContainText('2 submissions have not been announced yet.')
  await expect(section.getByRole('alert')).toContainText(
    '71d0c93c9b07: The mail server took too long.',
  )
  await page.unroute('**/api/admin/notifications')
  // The page repeats the request only while fewer notifications are left.
  const left = [5, 3, 3, 0]
  let calls = 0
  await page.route('**/api/admin/notifications/send-again', (route) =>
    route.fulfill({ json: { sent: 0, left: left[calls++] } }),
  )
  await section.getByRole('button', { name: 'Send again' }).click()
  await expect(section.getByRole('alert')).toBeHidden()
  expect(calls).toBe(3)
})
