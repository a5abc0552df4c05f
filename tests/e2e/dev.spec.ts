import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { articles, roles as openRoles, shown, ventures, words } from '../content.ts'
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

const { unpublished } = words('words')
const ARTICLE = articles[0]?.slug ?? ''
const VENTURE = `content/ventures/${ventures[0]?.id}.yaml`

test('a developer sees changes at once and can use the whole site', async ({ page, site }) => {
  const roles = join(site.folder, 'content', 'roles')
  const role = await readFile(join(roles, `${openRoles[0]?.id}.yaml`), 'utf8')
  await writeFile(
    join(roles, 'a-draft.yaml'),
    role
      .replace(/^slug: .*/m, 'slug: a-draft')
      .replace(/^title: .*/m, 'title: A draft\ndraft: true'),
  )

  // an article has its styles and shows a change without a reload
  await page.goto(`/blogs/${ARTICLE}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('font-family', /Studio Display/)
  const file = join(site.folder, 'content', 'articles', `${ARTICLE}.md`)
  const article = await readFile(file, 'utf8')
  await writeFile(file, article.replace(/^title: .*/m, 'title: A title of today'))
  await expect(title).toHaveText('A title of today')

  // a draft is there, and says that only this server shows it
  const draft = article.replace(/^date: .*/m, 'date: 2099-12-04\ndraft: true')
  await writeFile(file, draft)
  await expect(page.getByRole('note')).toHaveText(unpublished.draft)
  await writeFile(file, draft.replace('draft: true', ''))
  await expect(page.getByRole('note')).toHaveText(
    shown(unpublished.opens, { day: '4 December 2099' }),
  )

  // the form offers the draft of a role
  await page.goto('/careers')
  await expect(page.getByRole('note')).toContainText('A draft')
  const answer = await page.request.post('/api/forms/careers', {
    headers: { origin: site.url },
    data: { roleSlug: 'a-draft' },
  })
  expect(((await answer.json()) as { fields: object }).fields).not.toHaveProperty('roleSlug')

  // a mistake is shown over the page, also after a reload, until it is corrected
  await page.goto('/portfolio')
  await writeFile(file, article.replace(/^date: .*/m, 'date: soon'))
  const overlay = page.locator('vite-error-overlay')
  await expect(overlay).toContainText(
    `content/articles/${ARTICLE}.md is skipped: “date” is “soon”; it must be`,
  )
  const venture = join(site.folder, VENTURE)
  const right = await readFile(venture, 'utf8')
  await writeFile(venture, right.replace(/^stage: .*/m, 'stage: Sold'))
  await writeFile(file, article)
  await page.reload()
  await expect(overlay).toContainText(`${VENTURE}: “stage” is “Sold”; it must be`)
  await writeFile(venture, right)
  await expect(overlay).toBeHidden()
  await expect(title).toBeVisible()

  // the contact form hydrates, passes the bot check and stores a message
  const name = `Developer ${Date.now()}`
  await page.goto('/contact')
  await sendButton(page).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await writeMessage(page, { name })
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()

  // the local admin signs in and reads the message
  await signIn(page, site)
  await page.getByRole('tab', { name: 'Contact' }).click()
  await expect(row(page, name)).toBeVisible()
})
