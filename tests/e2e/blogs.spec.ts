import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

const NEWEST = 'Ninety days to a product someone pays for'
const OTHERS = ['The case for saying no in week four', 'What a $25K cheque is for']
const ARTICLE = '/blogs/ninety-days-to-a-product-someone-pays-for'

const main = (page: Page) => page.getByRole('main')
const part = (page: Page, heading: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading }) })
const titles = (page: Page, heading: string) =>
  part(page, heading).getByRole('article').getByRole('heading').allTextContents()

test.describe('the listing', () => {
  test('starts with the newest article and repeats the two others below', async ({ page }) => {
    await page.goto('/blogs')
    expect(await titles(page, 'Featured')).toEqual([NEWEST, ...OTHERS])
    expect(await titles(page, 'Latest stories')).toEqual(OTHERS)
  })

  test('lists the issue’s articles and links to the contact form for topics', async ({ page }) => {
    await page.goto('/blogs')
    const issue = page.locator('.issue')
    await expect(issue.getByRole('heading')).toHaveText('In this issue')
    await expect(issue.getByRole('listitem')).toContainText([NEWEST, ...OTHERS])
    const topic = page.getByRole('link', { name: 'Suggest a topic' })
    await expect(topic).toHaveAttribute('href', '/contact')
  })

  test('opens an article from every point of its card', async ({ page }) => {
    await page.goto('/blogs')
    await page.locator('.featured .plate').click({ position: { x: 9, y: 9 }, force: true })
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST)
  })
})

test.describe('an article', () => {
  test('names its author, its date and its reading time', async ({ page }) => {
    await page.goto(ARTICLE)
    const opening = page.locator('.article-head')
    await expect(opening.getByRole('heading', { level: 1 })).toHaveText(NEWEST)
    await expect(opening.locator('.initial')).toHaveText('Z')
    await expect(opening).toContainText(/Zeroten\s*Studio Partner/)
    await expect(opening.locator('dd')).toHaveText(['Product', '1 March 2025', '6 min'])
    await expect(opening.locator('time')).toHaveAttribute('datetime', '2025-03-01')
    await expect(page.locator('.article-plate img')).toHaveAttribute(
      'src',
      '/plates/article-product.svg',
    )
    const back = opening.getByRole('link', { name: 'All articles' })
    await expect(back).toHaveAttribute('href', '/blogs')
  })

  test('shows its headings, paragraphs, lists and quotes', async ({ page }) => {
    await page.goto(ARTICLE)
    const body = page.locator('.body')
    await expect(body.locator('h2')).toHaveCount(5)
    await expect(body.locator('ol > li')).toHaveCount(4)
    await expect(body.locator('ul > li')).toHaveCount(4)
    await expect(body.locator('blockquote footer')).toHaveText('Note at the foot of the sheet')
    await expect(body.locator('strong').first()).toHaveText('twenty buyers')
    // the links of the contents lead to their headings
    const contents = page.getByRole('navigation', { name: /^Contents/ })
    await contents.getByRole('link', { name: 'Where it breaks' }).click()
    await expect(page).toHaveURL(/#where-it-breaks$/)
    await expect(body.getByRole('heading', { name: 'Where it breaks' })).toBeInViewport()
  })

  test('marks the current part in its contents', async ({ page }) => {
    const contents = page.getByRole('navigation', { name: /^Contents/ })
    const current = () => contents.locator('a:target-current').innerText()
    for (const part of await contents.getByRole('link').all()) {
      await part.click()
      await expect.poll(current).toBe(await part.innerText())
    }
  })

  test('opens the links of its text in a new tab', async ({ page, context }) => {
    await page.goto(ARTICLE)
    const links = page.locator('.body a')
    await expect(links).toHaveCount(2)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener')
    }
    const opened = context.waitForEvent('page')
    await links.filter({ hasText: 'send us the sheet' }).click()
    await expect(await opened).toHaveURL(/\/contact$/)
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`))
  })

  test('ends with links to the studio and to all articles', async ({ page }) => {
    await page.goto(ARTICLE)
    const closing = page.locator('.article-end')
    await expect(closing.getByRole('link')).toHaveCount(2)
    await expect(closing.locator('a[href="/contact"]')).toHaveText('Talk to the studio')
    await expect(closing.locator('a[href="/blogs"]')).toHaveText('Back to all articles')
  })

  test('tells search engines and feed readers about itself', async ({ page, request }) => {
    await page.goto(ARTICLE)
    const meta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
    expect(await meta('og:type')).toBe('article')
    expect(await meta('article:published_time')).toBe('2025-03-01')
    expect(await meta('article:modified_time')).toBe('2025-03-01')
    expect(await meta('keywords')).toContain('customer discovery')

    const json = await page.locator('script[type="application/ld+json"]').textContent()
    const { '@graph': things } = JSON.parse(json ?? '') as { '@graph': { '@type': string }[] }
    expect(things.find((thing) => thing['@type'] === 'BlogPosting')).toMatchObject({
      headline: NEWEST,
      description: await meta('description'),
      author: { '@id': expect.stringMatching(/#studio$/) },
      publisher: { '@id': expect.stringMatching(/#studio$/) },
      image: [await meta('og:image'), expect.stringMatching(/\/plates\/article-product\.svg$/)],
      articleSection: 'Product',
      datePublished: '2025-03-01',
      dateModified: '2025-03-01',
    })

    const feed = page.locator('link[type="application/rss+xml"]')
    const rss = await (await request.get((await feed.getAttribute('href')) ?? '')).text()
    const links = [...rss.matchAll(/<link>(https:[^<]+\/blogs\/[^<]+)<\/link>/g)]
    expect(links).toHaveLength(3)
    expect(rss).toContain('<category>Product</category>')
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
  for (const path of ['/blogs/no-such-article', '/blogs/a/b?c=d']) {
    test(`is reported as missing at ${path}`, async ({ page, allowConsole }) => {
      allowConsole(/404/)
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article not found')
      await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await page.getByRole('link', { name: 'Back to all articles' }).click()
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
    await footer.getByRole('link', { name: 'Blogs' }).click({ noWaitAfter: true })
    await expect.poll(() => said).toEqual(['Loading articles...'])
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What we learn while building.',
    )

    const releaseArticle = await holdBack(page, ARTICLE)
    await choose(page, NEWEST)
    await expect.poll(() => said.at(-1)).toBe('Loading article...')
    releaseArticle()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST)

    // Back shows the earlier page without the status text
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What we learn while building.',
    )
    await expect(page.getByRole('status')).toBeEmpty()
  })

  test('is no longer announced after the visitor stops it', async ({ page, context }) => {
    const said = await listen(page)
    const browser = await context.newCDPSession(page)
    await page.goto('/blogs')
    const release = await holdBack(page, ARTICLE)
    await choose(page, NEWEST)
    await expect.poll(() => said).toEqual(['Loading article...'])
    await browser.send('Page.stopLoading')
    await expect.poll(() => said.at(-1)).toBe('')
    release()
  })

  test('is not announced for other links', async ({ page }) => {
    const said = await listen(page)
    const waits = await countWaits(page)
    await page.goto(ARTICLE)
    // an anchor on this page, and a page outside the articles
    await page.getByRole('link', { name: 'Where it breaks' }).click()
    await expect.poll(waits).toBe(1)
    const release = await holdBack(page, '/contact')
    await choose(page, 'Talk to the studio')
    await expect.poll(waits).toBe(2)
    expect(said).toEqual([])
    release()
    await expect(page).toHaveURL(/\/contact$/)
  })
})
