import { forms } from '#forms/index.ts'
import { sendForm } from '../../scripts/probe/admin.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin } from './people.ts'

const columns = {
  contact: ['Name', 'Email', 'Company', 'Subject', 'Created'],
  investor: ['Full name', 'Email', 'Firm', 'Investor type', 'Created'],
  eir: ['Full name', 'Email', 'Time', 'Engagement', 'Created'],
}

for (const [tab, heads] of Object.entries(columns)) {
  test(`the table of ${tab} has its columns`, async ({ page, site }) => {
    const form = forms.find(({ name }) => name === tab)
    if (!form) throw new Error('There is no such form.')
    await sendForm(site.url, form, sent)
    await openAdmin(page, site)
    await page.goto(`/admin?tab=${tab}`)
    await expect(page.getByRole('columnheader')).toContainText(['', ...heads, 'Actions'])
  })
}

/** Answers for each of these forms. */
const sent = {
  name: 'Ada Lovelace',
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'General Inquiry',
  message: 'I would like to talk about engines.',
  investorType: 'Angel Syndicate',
  dataRoomInterest: 'Yes - send me the data room',
  timeCommitment: 'Full-time (0→1 build)',
  ideaStatus: 'Open to both',
}
