import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { resumeWords } from '#forms/resume.ts'
import { ventures, words } from '../content.ts'
import { expect, test as base } from './fixtures.ts'
import { journeys } from './journeys.ts'
import {
  listed,
  message,
  openAdmin,
  pdf,
  sendButton,
  signIn,
  thanks,
  writeMessage,
} from './people.ts'
import { useKey } from './passkeys.ts'
import { startTwoBuilds, type TwoBuilds } from './two-builds.ts'

/** Pages of build A that stay open while build B is published. */
const test = base.extend<object, { site: TwoBuilds }>({
  site: [
    async ({}, use) => {
      const site = await startTwoBuilds()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

// All tests run in one worker, because build B is made only for them.
test.describe.configure({ mode: 'default' })

const { updated } = words('words')
const { bar, menus } = words('navigation')
const [menu] = menus
const said = words('venture')
const last = ventures.at(-1)?.name ?? ''

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: updated.notice })
const reload = (page: Page) => page.locator('.updated').getByRole('button', { name: 'Reload' })
const buildOf = (page: Page) => page.locator('html').getAttribute('data-build')

test.beforeEach(async ({ page, site, allowConsole }) => {
  allowConsole(/404|Failed to|ERR_|409|422/)
  site.publish('A')
  // A form in view would fetch its code before the deploy.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
})

/** Presses Reload, and waits for the page of build B. */
async function reloadToB(page: Page) {
  const before = await buildOf(page)
  await reload(page).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
  await expect(page.locator('.updated')).toHaveCount(0)
}

test('pages, answers and /build.json name one build, and nobody keeps what is missing', async ({
  page,
  site,
}) => {
  const ids = []
  for (const build of ['A', 'B'] as const) {
    site.publish(build)
    const answer = await page.request.get('/build.json')
    expect(answer.headers()['cache-control']).toBe('no-store')
    const { id, ...others } = (await answer.json()) as { id: string }
    expect(others).toEqual({})
    ids.push(id)
    for (const path of ['/', '/admin', '/nowhere'])
      expect(await (await page.request.get(path)).text()).toContain(`data-build="${id}"`)
    const asked = [
      await page.request.get('/api/forms/challenge?action=contact_form'),
      await page.request.get('/api/nothing'),
      await page.request.get('/api/admin/counts'),
      await page.request.post('/api/forms/contact', { data: {}, headers: { origin: site.url } }),
    ]
    expect(asked.map((one) => one.status())).toEqual([200, 404, 401, 422])
    for (const one of asked) expect(one.headers()['x-build']).toBe(id)
    const missing = await page.request.get('/_astro/missing.js')
    expect(missing.status()).toBe(404)
    expect(missing.headers()['cache-control']).toBe('no-store')
  }
  expect(ids[0]).not.toBe(ids[1])
})

const bars = (page: Page) => page.getByRole('navigation', { name: bar.main })
const chip = (page: Page) =>
  page.getByRole('group', { name: said.filter }).getByRole('button').nth(1)
const card = (page: Page) => page.locator('.card').filter({ hasText: last }).getByRole('link')
const islandOf = (part: Locator) => part.locator('xpath=ancestor::astro-island')

/** Islands with what is used there, and what shows that it works. */
const islands = [
  {
    name: 'a menu',
    path: '/',
    used: (page: Page) => bars(page).getByRole('button', { name: menu?.label ?? '' }),
    works: async (page: Page, used: Locator) => {
      const item = menu?.items[0]?.label ?? ''
      await expect(bars(page).getByRole('link', { name: item })).toBeVisible()
      await expect(used).toHaveAttribute('aria-expanded', 'true')
    },
    isOpenAfterReload: true,
  },
  {
    name: 'a chip',
    path: '/portfolio',
    used: chip,
    works: (_page: Page, used: Locator) => expect(used).toHaveAttribute('aria-pressed', 'true'),
  },
  {
    name: 'a question',
    path: '/faqs',
    used: (page: Page) => page.locator('.faq summary').nth(1),
    works: (_page: Page, used: Locator) => expect(used.locator('..')).toHaveAttribute('open'),
  },
]

for (const { name, path, used, works, isOpenAfterReload } of islands) {
  test(`${name} says that the page was updated, and works if its code is there`, async ({
    page,
    site,
  }) => {
    const part = used(page)
    // untouched
    await page.goto(path)
    site.publish('B')
    await part.click()
    await expect(notice(page)).toBeInViewport()
    await reloadToB(page)
    if (!isOpenAfterReload) await part.click()
    await works(page, part)

    // touched
    site.publish('A')
    await page.goto('/about')
    await page.goto(path)
    await part.hover()
    await expect(islandOf(part)).not.toHaveAttribute('ssr')
    site.publish('B')
    await part.click()
    await works(page, part)
    await expect(page.locator('.updated')).toHaveCount(0)
  })
}

test('a card leads to its page, or opens its dialog if the code is there', async ({
  page,
  site,
}) => {
  await page.goto('/portfolio')
  site.publish('B')
  await card(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(last)

  site.publish('A')
  await page.goto('/portfolio')
  await card(page).hover()
  await expect(islandOf(card(page))).not.toHaveAttribute('ssr')
  site.publish('B')
  await card(page).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: last })).toBeVisible()
})

/** Every form, with its button. */
const forms = [
  { path: '/contact', send: words('forms/contact').submit.label },
  { path: '/investors', send: words('forms/investor').submit.label },
  { path: '/eir', send: words('forms/eir').submit.label },
  { path: '/careers', send: words('forms/careers').submit.label, lost: resumeWords.lost },
  { path: '/calmist', send: words('forms/waitlist').submit.label },
]

/** Each field's name, and what is in it. Build B asks for a city in place of the company. */
const answersIn = (form: Locator) =>
  form.locator('.field [name]:not([name=company], [name=city])').evaluateAll((fields) =>
    // Only these have names. Nobody can fill in a file.
    (fields as (HTMLInputElement | HTMLSelectElement)[]).map((field) => [
      field.name,
      field.type === 'file' || field.value,
      'checked' in field && field.checked,
    ]),
  )

/** Fills in every field, and returns what is in it. */
async function fillAll(form: Locator) {
  for (const field of await form.locator('.field [name]').all()) {
    const [kind, name] = await field.evaluate((one: HTMLInputElement) => [one.type, one.name])
    if (kind === 'select-one') await field.press('End')
    else if (kind === 'checkbox') await field.check()
    else if (kind === 'file')
      await field.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf(2_048) })
    else await field.fill(`${name}@example.com`)
  }
  return answersIn(form)
}

for (const { path, send, lost = 'nothing is lost' } of forms) {
  test(`${path}: filled in, touched and untouched, no answer is lost`, async ({ page, site }) => {
    const form = page.locator('form').first()

    // untouched, then filled in
    await page.goto(path)
    site.publish('B')
    const answers = await fillAll(form)
    await expect(notice(page)).toBeInViewport()
    await form.getByRole('button', { name: send }).click()
    await expect(notice(page)).toBeInViewport()
    await reloadToB(page)
    await expect.poll(() => answersIn(form)).toEqual(answers)
    await expect(form.getByText(lost)).toHaveCount(path === '/careers' ? 1 : 0)

    // half filled, and its code is there before the deploy
    site.publish('A')
    await page.goto('/about')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(path)
    await form.getByLabel('name').first().or(form.getByLabel('Email')).first().fill('half')
    await expect(islandOf(form)).not.toHaveAttribute('ssr')
    site.publish('B')
    await fillAll(form)
    await page.reload()
    await expect.poll(() => answersIn(form)).toEqual(answers)
    await expect(form.getByText(lost)).toHaveCount(path === '/careers' ? 1 : 0)
  })
}

for (const journey of journeys) {
  test(`${journey.form}: a form of build A can be sent to build B`, async ({ page, site }) => {
    await page.goto(journey.path)
    await journey.fill(page)
    site.publish('B')
    await page.getByRole('button', { name: journey.send }).click()
    await expect(page.getByRole('heading', { name: journey.thanks })).toBeVisible()
  })
}

test('waitlist: a form of build A can be sent to build B', async ({ page, site }) => {
  const { submit, answers } = words('forms/waitlist')
  const form = page.locator('form').first()
  await page.goto('/calmist')
  await form.getByLabel('Email').fill('ada@example.com')
  await expect(form.locator('xpath=ancestor::astro-island')).not.toHaveAttribute('ssr')
  site.publish('B')
  await form.getByRole('button', { name: submit.label }).click()
  await expect(form.getByText(answers.joined)).toBeVisible()
})

test('a form whose code is gone is sent by the browser at the second press', async ({
  page,
  site,
}) => {
  const journey = journeys.find(({ form }) => form === 'eir')
  const button = page.getByRole('button', { name: journey?.send ?? '' })
  await page.goto('/eir')
  site.publish('B')
  await journey?.fill(page)
  await button.click()
  await expect(notice(page)).toBeInViewport()
  await button.click()
  await expect(page).toHaveURL(/\/sent\/eir$/)
  await expect(page.getByRole('heading', { name: journey?.thanks ?? '' })).toBeVisible()
})

test('a refused field that the page does not have is said, also while it is sent', async ({
  page,
  site,
}) => {
  await page.goto('/contact')
  await writeMessage(page)
  await page.locator('form [name=company]').fill('A company that build B does not ask for')
  await page.route('**/api/forms/contact', async (route) => {
    site.publish('B')
    await route.continue()
  })
  await sendButton(page).click()
  await expect(notice(page)).toBeInViewport()
  await expect(page.locator('form [role=alert]')).toHaveCount(0)
  await reloadToB(page)
  await expect(page.getByLabel('Message')).toHaveValue(message.text)
  await page.getByLabel('City').fill('Pune')
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('a closed role is refused at its own field', async ({ page, site }) => {
  const role = page.getByLabel('Role', { exact: true })
  const journey = journeys.find(({ form }) => form === 'careers')
  await page.goto('/careers')
  await journey?.fill(page)
  await role.selectOption({ label: site.closedRole })
  site.publish('B')
  await page.getByRole('button', { name: journey?.send ?? '' }).click()
  await expect(role).toHaveAttribute('aria-invalid', 'true')
  await expect(notice(page)).toHaveCount(0)
})

test('a worker that is gone is said, and the form can be sent after Reload', async ({
  page,
  site,
}) => {
  await page.goto('/eir')
  const journey = journeys.find(({ form }) => form === 'eir')
  await journey?.fill(page)
  site.publish('B')
  await page.route('**/*pbkdf2*', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: journey?.send ?? '' }).click()
  await expect(notice(page)).toBeInViewport()
  await page.unroute('**/*pbkdf2*')
  await reloadToB(page)
  await page.getByRole('button', { name: journey?.send ?? '' }).click()
  await expect(page.getByRole('heading', { name: journey?.thanks ?? '' })).toBeVisible()
})

test('where Netlify pins its files, an older page works without a reload', async ({
  page,
  site,
}) => {
  const rule = await readFile(join(site.folder, '.netlify/v1/skew-protection.json'), 'utf8')
  expect(JSON.parse(rule)).toEqual({
    patterns: ['^/_astro/.*'],
    sources: [{ type: 'query', name: 'deploy' }],
  })
  const dist = join(site.folder, 'dist')
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(html|js|css)$/.test(file)) continue
    const text = await readFile(join(dist, file), 'utf8')
    const named = text.match(/\/_astro\/[\w.-]+\.\w+(\?[\w=&?]*)?/g) ?? []
    expect(
      named.filter((one) => !/\w\?deploy=B$/.test(one)),
      file,
    ).toEqual([])
  }
  site.publish('B')
  const asked: string[] = []
  page.on('request', (request) =>
    asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
  )
  await page.goto('/portfolio')
  site.publish('A')
  await chip(page).click()
  await expect(chip(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.updated')).toHaveCount(0)
  const code = asked.filter((one) => /^\/_astro\/.*\.js/.test(one))
  expect(code.filter((one) => !one.endsWith('?deploy=B'))).toEqual([])
  // no file is asked for twice
  expect(code).toEqual([...new Set(code)])
})

test('the dashboard says that a new version is here, and an unsaved note stays', async ({
  page,
  site,
}) => {
  await page.goto('/contact')
  await writeMessage(page)
  await sendButton(page).click()
  await expect(thanks(page)).toBeVisible()

  await signIn(page, site)
  const { items } = await listed(page, 'contact-submissions')
  const open = `/admin?tab=contact&record=${items[0]?.id}`
  await page.goto(open)
  const note = page.getByRole('dialog').getByLabel('Note')
  await note.fill('Call her back on Monday.')
  site.publish('B')
  await page.getByRole('button', { name: 'Mark answered' }).click()
  await expect(page.getByRole('dialog').getByText(/^Answered/)).toBeVisible()
  const said = page.getByRole('dialog').getByText('A new version is here')
  await expect(said).toBeInViewport()
  const before = await buildOf(page)
  await said.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
  await expect(note).toHaveValue('Call her back on Monday.')

  // it goes with a discard, and with a logout
  const kept = () => page.evaluate(() => sessionStorage.getItem('admin-notes'))
  const draft = await kept()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect.poll(kept).toBeNull()
  await page.evaluate((draft) => sessionStorage.setItem('admin-notes', draft ?? ''), draft)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login')
  expect(await kept()).toBeNull()
})

test('a dashboard whose files are gone says so', async ({ page, site }) => {
  await openAdmin(page, site)
  await page.route('**/_astro/*.js', async (route) => {
    site.publish('B')
    await route.continue()
  })
  await page.goto('/admin')
  await expect(notice(page)).toBeInViewport()
  await page.unroute('**/_astro/*.js')
  await reloadToB(page)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
})

const OLD = 'This page is of an older version. Reload it.'
const newVersion = (page: Page) => page.getByText('A new version is here')

for (const [path, button] of [
  ['/admin/login', 'Sign in with a passkey'],
  ['/admin/join#id.secret', 'Make my passkey'],
] as const) {
  test(`“${button}” over another build says so, and offers a reload`, async ({ page, site }) => {
    const key = page.getByRole('button', { name: button })
    await page.goto(path)
    await key.hover()
    await expect(islandOf(key)).not.toHaveAttribute('ssr')
    site.publish('B')
    const before = await buildOf(page)
    await key.click()
    await expect(page.getByRole('alert')).toHaveText(OLD)
    await newVersion(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
  })
}

for (const name of ['People', 'Log', 'Keyboard shortcuts']) {
  test(`the dashboard’s “${name}” over another build says so, and offers a reload`, async ({
    page,
    site,
  }) => {
    const heading = page.getByRole('heading', { name, exact: true })
    const button = page.getByRole('button', { name, exact: true })
    const openList = async () => {
      await page.getByRole('tab', { name: 'Contact' }).click()
      await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible()
    }
    await signIn(page, site)
    // the code of lists is there before the deploy
    await openList()
    site.publish('B')
    await button.click()
    const problem = page.locator('.problem')
    await expect(problem.getByRole('alert')).toHaveText(OLD)
    await expect(newVersion(page)).toBeInViewport()
    // what is there still works
    await openList()
    await button.click()
    const before = await buildOf(page)
    await newVersion(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('html')).not.toHaveAttribute('data-build', before ?? '')
    if (name.startsWith('Keyboard')) await button.click()
    await expect(heading).toBeVisible()
  })
}

test('a sign-in is asked for again over another build, and the work goes on', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/403/)
  await signIn(page, site)
  await page.getByRole('button', { name: 'People', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Cy')
  await page.getByLabel('Email').fill('cy@studio.test')
  site.publish('B')
  await page.route('**/api/admin/staff', (route) =>
    route.fulfill({ status: 403, json: { error: 'Sign in again to do this.', again: true } }),
  )
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Sign in again' })
  await useKey(page)
  await expect(question.getByRole('alert')).toHaveText(OLD)
  await expect(newVersion(page).last()).toBeInViewport()
  await page.unroute('**/api/admin/staff')
  await question.getByLabel('Email').fill(site.admin.email)
  await question.getByLabel('Password').fill(site.admin.password)
  await question.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('status').getByText('/admin/join#')).toBeVisible()
})
