import { shown, studio, ventures, words } from '../content.ts'
import { expect, test } from './fixtures.ts'
import { expectLinks } from './links.ts'

const home = words('pages/home')

test.describe('the home page', () => {
  test.beforeEach(({ page }) => page.goto('/'))

  test('opens with the studio’s work and three links', async ({ page }) => {
    const { before, from, to, actions, scroll } = home.hero
    expect(await page.title()).toContain(home.metadata.title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${before} ${from} ${to}`)
    const main = page.getByRole('main')
    await expectLinks(main, actions)
    await expect(main.getByText(scroll)).toBeVisible()
  })

  test('states its four figures', async ({ page }) => {
    const stats = page.locator('.stats')
    const { ventures, capitalDeployed, operators, investors } = studio.figures
    for (const figure of [`${ventures}`, capitalDeployed, operators, investors]) {
      await expect(stats.getByText(figure, { exact: true })).toBeVisible()
    }
  })

  test('each venture in the list leads to its page', async ({ page }) => {
    const links = page.locator('#about li a[href^="/portfolio/"]')
    expect(await links.count()).toBeGreaterThan(2)
    expect(await links.count()).toBe(await page.locator('#about li').count())
    for (const link of await links.all()) {
      const id = (await link.getAttribute('href'))?.replace('/portfolio/', '')
      const venture = ventures.find((one) => one.id === id)
      await expect(link).toContainText(venture?.name ?? 'a published venture')
    }
  })

  test('the venture engine has four cards and follows the pointer', async ({ page }) => {
    const engine = page.locator('.engine')
    for (const { name } of [home.engine, ...home.engine.cards]) {
      await expect(engine.getByText(name, { exact: true })).toBeVisible()
    }
    const reading = () =>
      engine.evaluate((one) => getComputedStyle(one).getPropertyValue('--reading'))
    const width = page.viewportSize()?.width ?? 0
    for (const share of [0.25, 0.75]) {
      await page.mouse.move(width * share, 300)
      await expect.poll(reading).toBe(`${share * 100}`)
    }
  })

  test('the tape names its themes once and can be paused', async ({ page }) => {
    const { name, list, pause } = home.themes
    const tape = page.getByRole('group', { name })
    await expect(tape.getByRole('listitem')).toHaveText(list)
    const state = () =>
      tape.locator('.run').evaluate((run) => run.getAnimations().map(({ playState }) => playState))
    await tape.scrollIntoViewIfNeeded()
    await expect.poll(state).toEqual(['running'])
    await tape.getByRole('checkbox', { name: pause }).press('Space')
    await expect.poll(state).toEqual(['paused'])
  })

  test('names six ventures and shows three', async ({ page }) => {
    const about = page.locator('#about')
    const six = ventures.slice(0, 6)
    const names = six.map(({ name }) => name)
    await expect(about.getByRole('listitem').locator('b')).toHaveText(names)
    for (const { sector } of six) await expect(about.getByText(sector).first()).toBeVisible()
    await expectLinks(about, [home.about.action])

    const teaser = page.locator('#portfolio')
    const three = names.slice(0, 3)
    await expect(teaser.getByRole('article').getByRole('heading')).toHaveText(three)
    const { more, moreAbout, action } = home.teaser
    for (const name of three) {
      const link = teaser.getByRole('link', { name: `${more} ${shown(moreAbout, { name })}` })
      await expect(link).toHaveAttribute('href', '/portfolio')
    }
    await expectLinks(teaser, [action])
  })

  test('explains the approach from philosophy to terms', async ({ page }) => {
    const { philosophy, phases, snapshot, sprint } = home
    await expect(page.locator('#approach')).toContainText(shown(philosophy.heading))
    const main = page.getByRole('main')
    for (const text of [
      ...phases.list.flatMap(({ name, length }) => [name, length]),
      ...studio.model.focusAreas,
      ...snapshot.terms.map(({ value }) => value),
    ]) {
      const found = main.getByText(shown(text), { exact: true })
      await expect(found.filter({ visible: true })).not.toHaveCount(0)
    }
    const [guild] = studio.model.guilds
    await expect(page.getByRole('img', { name: `${sprint.table}: ${guild?.name}` })).toBeVisible()
  })

  test('ends with a contact link and a promise', async ({ page }) => {
    const call = page.locator('#contact')
    await expect(call).toContainText(shown(home.call.lead))
    await expectLinks(call, [home.call.action])
  })
})

test('the footer links to every page and has the current year', async ({ page }) => {
  const {
    bar,
    footer: { columns, legal },
  } = words('navigation')
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const social = { title: words('words').footer.social, links: studio.social }
  for (const { title, links } of [...columns, social]) {
    const column = footer.getByRole('navigation', { name: title })
    await expect(column.getByRole('link')).toHaveText(links.map(({ label }) => label))
    await expectLinks(column, links)
  }
  await expectLinks(footer, [...legal, { label: bar.logo, href: '/' }])
  await expect(footer.getByText(/^© /)).toHaveText(`© ${new Date().getFullYear()} ${studio.name}`)
})

test('every page opens at its top', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const scrolled = () => page.evaluate(() => scrollY)
  for (const href of ['/portfolio', '/faqs', '/terms']) {
    const link = footer.locator(`a[href="${href}"]`)
    await link.scrollIntoViewIfNeeded()
    expect(await scrolled(), href).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await scrolled(), href).toBe(0)
  }
})
