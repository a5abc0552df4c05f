import type { BrowserContext, Locator, Page } from 'playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { articles, roles as openRoles, shown, ventures, words } from '../content.ts'
import { startDevSite, type DevSite } from './dev-site.ts'
import { expect as usual, test as base } from './fixtures.ts'
import { row, sendButton, signIn, thanks, writeMessage } from './people.ts'

const test = base.extend<object, { site: DevSite }>({
  site: [
    async ({}, use) => {
      const site = await startDevSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** The server builds what is asked for, which takes a busy machine its time. */
const expect = usual.configure({ timeout: 120_000 })
test.setTimeout(900_000)

const { unpublished } = words('words')
const ARTICLE = articles[0]?.slug ?? ''
const VENTURE = `content/ventures/${ventures[0]?.id}.yaml`

/**
 * Opens a page of its own: the server reloads open ones when content changes, and that would
 * cut their navigation off. A new page listens to the server only once its HTML came.
 */
async function open(context: BrowserContext, path: string): Promise<Page> {
  for (const page of context.pages()) await page.close()
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })
const overlay = (page: Page): Locator => page.locator('vite-error-overlay')

test('a developer sees changes at once and can use the whole site', async ({
  context,
  site,
  allowConsole,
}) => {
  // The functions share a process with Vite: on a busy machine the dashboard may have to ask twice.
  allowConsole(/ERR_FAILED|Failed to fetch|status of 422|status of 503 .*\/api\/admin\//)
  const roles = join(site.folder, 'content', 'roles')
  const role = await readFile(join(roles, `${openRoles[0]?.id}.yaml`), 'utf8')
  await writeFile(
    join(roles, 'a-draft.yaml'),
    role
      .replace(/^slug: .*/m, 'slug: a-draft')
      .replace(/^title: .*/m, 'title: A draft\ndraft: true'),
  )

  // an article has its styles and shows a change without a reload
  let page = await open(context, `/blogs/${ARTICLE}`)
  await expect(title(page)).toHaveCSS('font-family', /Studio Display/)
  const file = join(site.folder, 'content', 'articles', `${ARTICLE}.md`)
  const article = await readFile(file, 'utf8')
  await writeFile(file, article.replace(/^title: .*/m, 'title: A title of today'))
  await expect(title(page)).toHaveText('A title of today')

  // a draft is there, and says that only this server shows it
  const draft = article.replace(/^date: .*/m, 'date: 2099-12-04\ndraft: true')
  await writeFile(file, draft)
  await expect(page.getByRole('note')).toHaveText(unpublished.draft)
  await writeFile(file, draft.replace('draft: true', ''))
  await expect(page.getByRole('note')).toHaveText(
    shown(unpublished.opens, { day: '4 December 2099' }),
  )

  // the form offers the draft of a role
  page = await open(context, '/careers')
  await expect(page.getByRole('note')).toContainText('A draft')
  const answer = await page.request.post('/api/forms/careers', {
    headers: { origin: site.url },
    data: { roleSlug: 'a-draft' },
  })
  expect(((await answer.json()) as { fields: object }).fields).not.toHaveProperty('roleSlug')

  // a mistake is shown over the page, also over one opened later, until it is corrected
  page = await open(context, '/portfolio')
  await expect(title(page)).toBeVisible()
  await writeFile(file, article.replace(/^date: .*/m, 'date: soon'))
  await expect(overlay(page)).toContainText(
    `content/articles/${ARTICLE}.md is skipped: “date” is “soon”; it must be`,
  )
  const venture = join(site.folder, VENTURE)
  const right = await readFile(venture, 'utf8')
  await writeFile(venture, right.replace(/^stage: .*/m, 'stage: Sold'))
  await writeFile(file, article)
  page = await open(context, '/portfolio')
  await expect(overlay(page)).toContainText(`${VENTURE}: “stage” is “Sold”; it must be`)
  await writeFile(venture, right)
  await expect(overlay(page)).toBeHidden()
  await expect(title(page)).toBeVisible()

  // before its scripts are there, the browser sends the form
  const scripts = '**/*'
  await context.route(scripts, (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.fallback(),
  )
  page = await open(context, '/contact')
  await sendButton(page).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3)
  await writeMessage(page)
  await sendButton(page).click()
  await expect(page).toHaveURL(/\/sent\/contact$/)
  await expect(thanks(page)).toBeVisible()
  await context.unroute(scripts)

  // the contact form hydrates, passes the bot check and stores a message
  const name = `Developer ${Date.now()}`
  page = await open(context, '/contact')
  await page.waitForLoadState()
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
