import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDevSite, type DevSite } from './dev-site.ts'
import { expect, test as base } from './fixtures.ts'
import { row, sendButton, signIn, thanks, writeMessage } from './people.ts'

const test = base.extend<object, { site: DevSite }>({
  site: [
    async ({}, use) => {
      const site = await startDevSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const ARTICLE = 'what-a-25k-cheque-is-for'

test('whoever works on the site sees it change, and can use all of it', async ({ page, site }) => {
  // an article is styled, and its change shows without a reload
  await page.goto(`/blogs/${ARTICLE}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('font-family', /Studio Display/)
  const file = join(site.folder, 'content', 'articles', `${ARTICLE}.md`)
  const article = await readFile(file, 'utf8')
  await writeFile(file, article.replace(/^title: .*/m, 'title: A title of today'))
  await expect(title).toHaveText('A title of today')

  // the contact form hydrates, its bot check is passed and its message stored
  const name = `Developer ${Date.now()}`
  await page.goto('/contact')
  await sendButton(page).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await writeMessage(page, { name })
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()

  // the admin of this machine signs in and reads it
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(row(page, name)).toBeVisible()
})
