import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { momentInWords } from '../../src/promises/moment-in-words.ts'
import { shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin, sendButton, thanks, writeMessage } from './people.ts'

const receipt = words('forms/receipt')

/** The first is the studio's own. */
for (const zone of [studio.timeZone, 'America/Caracas'])
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone })

    test('the sender reads when the answer comes, on the panel and in a mail', async ({
      page,
      site,
    }) => {
      await page.goto('/contact')
      const email = `ada.${Date.now()}@example.com`
      await writeMessage(page, { email })
      const answering = page.waitForResponse('**/api/forms/contact')
      await sendButton(page).click()
      const answer = await answering
      const { id } = (await answer.json()) as { id: string }
      expect(await answer.json()).toEqual({ ok: true, id })

      await openAdmin(page, site)
      const asked = `/api/admin/contact-submissions/${id}`
      const read = async () => (await (await page.request.get(asked)).json()) as Read
      const due = Date.parse((await read()).state.dueAt)
      const [at = '', timeZone, name] = (answer.headers()['x-reply-due'] ?? '').split(' ')
      expect([Date.parse(at), timeZone]).toEqual([due, studio.timeZone])

      await expect(thanks(page)).toBeFocused()
      const moment = `${momentInWords(due, studio.timeZone)} ${name}`
      const promise = shown(receipt.due, { moment })
      const ownTime = shown(receipt.ownTime, { moment: momentInWords(due, zone) })
      const line = page.locator('.sent .lead + p')
      await expect(line).toHaveText(zone === studio.timeZone ? promise : `${promise} ${ownTime}`)

      await expect.poll(async () => (await read()).receipt).toHaveProperty('sentAt')
      const folder = join(site.dataDir, 'outbox')
      expect(await readdir(folder)).toContain(`receipt-${id}.eml`)
      const mail = await simpleParser(await readFile(join(folder, `receipt-${id}.eml`)))
      expect(mail.to).toMatchObject({ text: email })
      expect(mail.text).toContain(promise)

      await page.goto(`/admin?tab=contact&record=${id}`)
      await expect(page.getByRole('dialog').getByText(/^Receipt sent .*\d:\d\d/)).toBeVisible()
    })
  })

type Read = { state: { dueAt: string }; receipt: object }
