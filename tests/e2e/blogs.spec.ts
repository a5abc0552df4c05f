import type { Page } from 'playwright/test'
import { longDay } from '../../src/text/day.ts'
import { articles, shown, studio, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'

/** An article with every kind of block, if there is one. */
const article = articles.find(({ content }) => content.some(({ type }) => type === 'quote'))
if (!article) throw new Error('No article has a quote.')
const ARTICLE = `/blogs/${article.slug}`
const TITLES = articles.map(({ title }) => title)

const blogs = words('pages/blogs')
const { opening, contents: outline, closing } = words('pages/article')
const { loading } = words('words')

/** The elements of a body, by the block that makes them. */
const TAGS = { heading: 'h2, h3', paragraph: 'p', list: 'ul, ol', quote: 'blockquote' }

const main = (page: Page) => page.getByRole('main')
const contents = (page: Page) => page.getByRole('navigation', { name: outline.name })
const part = (page: Page, heading: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading }) })
const titles = (page: Page, heading: string) =>
  part(page, heading).getByRole('article').getByRole('heading').allTextContents()

test.describe('the listing', () => {
  test('starts with the newest article and repeats the two others below', async ({ page }) => {
    await page.goto('/blogs')
    expect(await titles(page, blogs.featured.heading)).toEqual(TITLES.slice(0, 3))
    expect(await titles(page, blogs.latest.heading)).toEqual(TITLES.slice(1))
  })

  test('lists the issue’s articles and links to the contact form for topics', async ({ page }) => {
    await page.goto('/blogs')
    const issue = page.locator('.issue')
    await expect(issue.getByRole('heading')).toHaveText(blogs.issue.heading)
    const listed = articles.slice(0, 3)
    const rows = issue.getByRole('link')
    await expect(rows).toContainText(listed.map(({ title }) => title))
    await expect(rows).toContainText(
      listed.map(({ figure = '', figureOf = '' }) => `${figure} ${figureOf}`.trim()),
    )
    await expectLinks(main(page), blogs.featured.actions)
  })

  test('opens an article from every point of its card', async ({ page }) => {
    await page.goto('/blogs')
    await page.locator('.featured .plate').click({ position: { x: 9, y: 9 }, force: true })
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title)
  })
})

test.describe('an article', () => {
  test('names its author, its date and its reading time', async ({ page }) => {
    await page.goto(ARTICLE)
    const head = page.locator('.article-head')
    await expect(head.getByRole('heading', { level: 1 })).toHaveText(article.title)
    await expect(head.locator('.initial')).toHaveText(studio.name.charAt(0))
    await expect(head).toContainText(studio.name)
    await expect(head).toContainText(opening.author)
    const { category, date, readingTime, image } = article
    await expect(head.locator('dd')).toHaveText([
      category,
      longDay(date),
      shown(opening.minutes, { readingTime }),
    ])
    await expect(head.locator('time')).toHaveAttribute('datetime', date)
    await expect(page.locator('.article-plate img')).toHaveAttribute('src', image)
    await expectLinks(head, [opening.back])
  })

  test('shows its headings, paragraphs, lists and quotes', async ({ page }) => {
    await page.goto(ARTICLE)
    const body = page.locator('.body')
    for (const [type, tags] of Object.entries(TAGS)) {
      const count = article.content.filter((block) => block.type === type).length
      await expect(body.locator(`:scope > :is(${tags})`), type).toHaveCount(count)
    }
    const authors = article.content.flatMap(
      (block) => (block.type === 'quote' && block.author) || [],
    )
    await expect(body.locator('blockquote footer')).toHaveText(authors)
    const [, bold = ''] = /\*\*(.+?)\*\*/.exec(JSON.stringify(article.content)) ?? []
    await expect(body.locator('strong').first()).toHaveText(bold)
    // the links of the contents lead to their headings
    const last = contents(page).getByRole('link').last()
    await last.click()
    await expect(body.getByRole('heading').last()).toBeInViewport()
    await expect(page).toHaveURL(new RegExp(`${await last.getAttribute('href')}$`))
  })

  test('marks the current part in its contents', async ({ page }) => {
    await page.goto(ARTICLE)
    const current = () => contents(page).locator('a:target-current').innerText()
    for (const part of await contents(page).getByRole('link').all()) {
      await part.click()
      await expect.poll(current).toBe(await part.innerText())
    }
  })

  test('opens the links of its text in a new tab', async ({ page, context }) => {
    await page.goto(ARTICLE)
    const links = page.locator('.body a')
    expect(await links.count()).toBeGreaterThan(0)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener')
    }
    const opened = context.waitForEvent('page')
    // other sites are not asked
    const inside = page.locator('.body a[href^="/"]').first()
    const href = await inside.getAttribute('href')
    await inside.click()
    await expect(await opened).toHaveURL(href ?? '')
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`))
  })

  test('ends with links to the studio and to all articles', async ({ page }) => {
    await page.goto(ARTICLE)
    await expectLinks(page.locator('.article-end'), closing.actions)
  })

  test('tells search engines and feed readers about itself', async ({ page, request }) => {
    await page.goto(ARTICLE)
    const meta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
    expect(await meta('og:type')).toBe('article')
    expect(await meta('article:published_time')).toBe(article.date)
    expect(await meta('article:modified_time')).toBe(article.modified)
    expect(await meta('keywords')).toBe(article.keywords.join(', '))

    const json = await page.locator('script[type="application/ld+json"]').textContent()
    const { '@graph': things } = JSON.parse(json ?? '') as { '@graph': { '@type': string }[] }
    expect(things.find((thing) => thing['@type'] === 'BlogPosting')).toMatchObject({
      headline: article.title,
      description: await meta('description'),
      author: { '@id': expect.stringMatching(/#studio$/) },
      publisher: { '@id': expect.stringMatching(/#studio$/) },
      image: [await meta('og:image'), expect.stringContaining(article.image)],
      articleSection: article.category,
      datePublished: article.date,
      dateModified: article.modified,
    })

    const feed = page.locator('link[type="application/rss+xml"]')
    const rss = await (await request.get((await feed.getAttribute('href')) ?? '')).text()
    const links = [...rss.matchAll(/<link>(https:[^<]+\/blogs\/[^<]+)<\/link>/g)]
    expect(links).toHaveLength(articles.length)
    expect(rss).toContain(`<category>${article.category}</category>`)
  })

  test('prints without its navigation', async ({ page }) => {
    await page.goto(ARTICLE)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.article-end')).toBeHidden()
    await expect(page.locator('.contents')).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.locator('.body p').first()).toBeVisible()
  })
})

test.describe('a missing article', () => {
  const { head: missing } = words('pages/article-not-found')

  for (const path of ['/blogs/no-such-article', '/blogs/a/b?c=d']) {
    test(`is reported as missing at ${path}`, async ({ page, allowConsole }) => {
      allowConsole(/404/)
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(missing.heading)
      await expect(page.getByText(missing.lead)).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await page.getByRole('link', { name: missing.action.label }).click()
      await expect(page).toHaveURL(/\/blogs$/)
    })
  }

  test('does not affect the other pages', async ({ request }) => {
    for (const path of ['/blogs', '/blogs/', ARTICLE, '/rss.xml']) {
      expect((await request.get(path)).status(), path).toBe(200)
    }
    expect((await request.get('/no-such-page')).status()).toBe(404)
    expect(await (await request.get('/sitemap-0.xml')).text()).not.toContain('article-not-found')
  })
})

test.describe('a slow navigation to the articles', () => {
  /** Delays responses of an address until the returned function is called. */
  async function holdBack(page: Page, path: string) {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**${path}`, async (route) => {
      await gate
      await route.continue()
    })
    return () => {
      release()
    }
  }

  /** Collects the page's status texts, because a test can't read a page that waits. */
  async function listen(page: Page) {
    const said: string[] = []
    await page.exposeFunction('say', (text: string) => said.push(text))
    await page.addInitScript(() => {
      const { say } = window as never as { say: (text: string) => void }
      document.addEventListener('DOMContentLoaded', () => {
        const status = document.querySelector('[role=status]')
        if (!status) return
        new MutationObserver(() => {
          const text = status.textContent
          say(text && !status.checkVisibility() ? `hidden: ${text}` : text)
        }).observe(status, { childList: true })
      })
    })
    return said
  }

  /** Counts the waits that were long enough for a status text. */
  async function countWaits(page: Page) {
    let waits = 0
    await page.exposeFunction('waited', () => (waits += 1))
    await page.addInitScript(() => {
      const { waited } = window as never as { waited: () => void }
      navigation.addEventListener('navigate', () => setTimeout(waited, 600))
    })
    return () => waits
  }

  const choose = (page: Page, name: string) =>
    page.getByRole('main').getByRole('link', { name }).first().click({ noWaitAfter: true })

  test('is announced after 400 ms', async ({ page }) => {
    const said = await listen(page)
    await page.goto('/')
    const release = await holdBack(page, '/blogs')
    const footer = page.getByRole('contentinfo')
    await footer.locator('a[href="/blogs"]').click({ noWaitAfter: true })
    await expect.poll(() => said).toEqual([loading.articles])
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(blogs.head.heading))

    // The page listens once it is whole.
    await page.waitForLoadState()
    const releaseArticle = await holdBack(page, ARTICLE)
    await choose(page, article.title)
    await expect.poll(() => said.at(-1)).toBe(loading.article)
    releaseArticle()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title)

    // Back shows the earlier page without the status text
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown(blogs.head.heading))
    await expect(page.getByRole('status')).toBeEmpty()
  })

  test('is no longer announced after the visitor stops it', async ({ page, context }) => {
    const said = await listen(page)
    const browser = await context.newCDPSession(page)
    await page.goto('/blogs')
    const release = await holdBack(page, ARTICLE)
    await choose(page, article.title)
    await expect.poll(() => said).toEqual([loading.article])
    await browser.send('Page.stopLoading')
    await expect.poll(() => said.at(-1)).toBe('')
    release()
  })

  test('is not announced for other links', async ({ page }) => {
    const said = await listen(page)
    const waits = await countWaits(page)
    await page.goto(ARTICLE)
    // an anchor on this page, and a page outside the articles
    await contents(page).getByRole('link').last().click()
    await expect.poll(waits).toBe(1)
    const release = await holdBack(page, '/contact')
    await choose(page, closing.actions[0]?.label ?? '')
    await expect.poll(waits).toBe(2)
    expect(said).toEqual([])
    release()
    await expect(page).toHaveURL(/\/contact$/)
  })
})
