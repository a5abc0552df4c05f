import type { Page, Route } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { onlyLook } from './meanwhile.ts'
import { allAnswered, linesRead, markedRead, openAdmin, row, signInAgain } from './people.ts'
import { sendMessage, sendMessages } from './submissions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const list = (name: string) => `/admin?tab=contact&search=${encodeURIComponent(name)}`

test('a note that is too long says by how much, and is not cut', async ({ page, site }) => {
  const name = `Long note ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  const save = dialog(page).getByRole('button', { name: 'Save note' })
  await note.fill('x'.repeat(4_002))
  await expect(dialog(page).getByText('Not saved. It is too long by 2.')).toBeVisible()
  await expect(note).toHaveValue('x'.repeat(4_002))
  await expect(save).toBeDisabled()
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Not saved. It is too long by 2.')).toBeVisible()
  await note.press('Backspace')
  await note.press('Backspace')
  await save.click()
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
})

test('a note is saved on request only', async ({ page, site }) => {
  const name = `Noted ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Call back on Monday.')
  await expect(dialog(page).getByText('Not saved.')).toBeVisible()
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, name)).toContainText('Note')
  await page.reload()
  await page.getByRole('link', { name }).click()
  await expect(note).toHaveValue('Call back on Monday.')

  // m begins a new line, which is no change until something is typed
  await page.keyboard.press('m')
  await expect(note).toHaveValue('Call back on Monday.\n')
  await page.keyboard.press('Escape')
  await expect(note).toHaveValue('Call back on Monday.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // on a row it opens the record there
  await expect(page.getByRole('link', { name })).toBeFocused()
  await page.keyboard.press('m')
  await expect(note).toBeFocused()
  await page.keyboard.type('Done.')
  await expect(note).toHaveValue('Call back on Monday.\nDone.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
})

test('what is typed after m goes into the note, however slow the network is', async ({
  page,
  site,
}) => {
  const name = `Slow ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  const own = `**/api/admin/contact-submissions/${id}`
  const changes: string[] = []
  await page.route(own, async (route) => {
    changes.push(route.request().postData() ?? '')
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  const link = page.getByRole('link', { name })
  await link.focus()
  await page.keyboard.type('mKeen? use #4!', { delay: 20 })
  await expect(note).toHaveValue('Keen? use #4!')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await page.goto(list(name))

  // in the open record, and behind a note that is still to be read
  await page.reload()
  await link.press('Enter')
  await page.keyboard.type('mYes, uncle!', { delay: 20 })
  await expect(note).toHaveValue('Keen? use #4!\nYes, uncle!')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  const sent = changes.filter((body) => /note|answered|false/.test(body))
  expect(sent.map((body) => JSON.parse(body) as object)).toEqual([
    { note: 'Keen? use #4!', version: 0 },
    { note: 'Keen? use #4!\nYes, uncle!', version: 1 },
  ])
})

test('what is typed while the saved note can’t be read is a draft, and follows it then', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const name = `Early ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  const path = `/api/admin/contact-submissions/${id}`
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  const data = { note: 'Called her.', version: 0 }
  expect((await page.request.patch(path, { data, headers })).status()).toBe(200)
  await page.goto(list(name))
  const noAnswer = (route: Route) => route.fulfill({ status: 500, json: {} })
  await page.route(`**${path}`, noAnswer)
  await page.getByRole('link', { name }).click()
  await expect(dialog(page).getByText('The saved note could not be read.')).toBeVisible()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('She calls back.')
  await page.goBack()
  await expect(row(page, name)).toContainText('Draft')
  await page.reload()
  await page.getByRole('link', { name }).click()
  await expect(dialog(page).getByText('The saved note could not be read.')).toBeVisible()
  await expect(note).toHaveValue('She calls back.')

  await page.unroute(`**${path}`, noAnswer)
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(note).toHaveValue('Called her.\nShe calls back.')
  await expect(dialog(page).getByText('Not saved.')).toBeVisible()
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  const stored = (await (await page.request.get(path)).json()) as { state: { note: string } }
  expect(stored.state.note).toBe('Called her.\nShe calls back.')
})

test('after two simultaneous notes, both are shown and mine is kept', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const name = `Both ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await markedRead(page)
  await onlyLook(page)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Mine.')
  const headers = { origin: site.url }
  const path = `/api/admin/contact-submissions/${id}`
  const stored = async () =>
    ((await (await page.request.get(path)).json()) as { state: { note: string } }).state.note
  await page.request.patch(path, { headers, data: { note: 'Theirs.', version: 0 } })
  await page.request.patch(path, { headers, data: { answered: true } })
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Theirs.')
  await expect(note).toHaveValue('Mine.')
  await expect(dialog(page)).toContainText('Answered on')
  // the key that saves replaces nothing that somebody else has written
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Not saved.', { exact: true })).toBeVisible()
  expect(await stored()).toBe('Theirs.')

  // the question on the way out shows both, and Enter replaces nothing
  await note.press('Escape')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await expect(question).toContainText('Theirs.')
  const buttons = question.getByRole('button')
  const lines = () =>
    buttons.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
  await expect.poll(lines, 'no button is alone in a line').toBe(1)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  expect(await stored()).toBe('Theirs.')

  await note.fill('Mine, and theirs.')
  // For a moment after the other note came, a press on this button does nothing.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await dialog(page).getByRole('button', { name: 'Save mine instead' }).click()
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  expect(await stored()).toBe('Mine, and theirs.')

  await page.request.patch(path, { headers, data: { note: 'Last word.', version: 2 } })
  await note.fill('Never mind.')
  await note.press('Control+Enter')
  await dialog(page).getByRole('button', { name: 'Take this one' }).click()
  await expect(dialog(page).getByRole('region', { name })).toBeFocused()
  await expect(note).toHaveValue('Last word.')
})

test('leaving an unsaved note asks first, and the note survives the session', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = `Asked ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await note.fill('Half a thought')
  // What is still asked for would meet the session's end first.
  await markedRead(page)
  await onlyLook(page)
  await allAnswered(page)
  await note.press('Escape')
  await expect(note).not.toBeFocused()
  for (const key of ['j', 'Escape', 'k']) {
    await page.keyboard.press(key)
    if (key === 'k') break
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(note).toHaveValue('Half a thought')
  }

  await context.clearCookies()
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Unauthorized')
  await signInAgain(page, site)
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  await expect(note).toHaveValue('Half a thought')

  await note.press('Escape')
  await page.keyboard.press('j')
  await question.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByRole('heading', { name: `${name} 1` })).toBeVisible()
  await page.keyboard.press('k')
  await expect(note).toHaveValue('Half a thought')
  await note.fill('Not this')
  await note.press('Escape')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard it' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('link', { name: `${name} 2` }).click()
  await expect(note).toHaveValue('Half a thought')
})

test('a note that is saved while its record is being left needs no answer', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  const name = `Kept ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Written in a tunnel')
  // Without a network the read of the record would fail as well.
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  await context.setOffline(true)
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('You are offline.')).toBeVisible()
  await note.press('Escape')
  await page.keyboard.press('j')
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await expect(question).toBeVisible()
  await context.setOffline(false)
  await expect(question).toBeHidden()
  await expect(dialog(page).getByRole('heading', { name: `${name} 1` })).toBeVisible()
  await page.keyboard.press('k')
  await expect(note).toHaveValue('Written in a tunnel')
})

test('on a phone the foot leaves while a note is typed, and is back once it is saved', async ({
  page,
  site,
}) => {
  const name = `Typed ${Date.now()}`
  const id = await sendMessage(site, { name })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const foot = page.getByRole('link', { name: 'Reply by mail' })
  await expect(foot).toBeVisible()
  await page.getByRole('textbox', { name: 'Note' }).fill('Call her.')
  await expect(foot).toBeHidden()
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(foot).toBeVisible()

  // “Note” closes the line that it was in, so that nothing lies over what was saved
  const erase = dialog(page).getByRole('button', { name: 'Delete' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(erase).toBeVisible()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type(' Today.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(erase).toBeHidden()
})

test('an act that takes the record away asks about a note that is not saved', async ({
  page,
  site,
}) => {
  const name = `Taken ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  await page.getByRole('textbox', { name: 'Note' }).fill('Call her.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('!')
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await question.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText(`Marked ${name} as spam`)).toBeVisible()
  await page.keyboard.press('z')
  await expect(dialog(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Call her.')
})

test('an unsaved note that was left is shown in its row, and held at a close', async ({
  page,
  site,
}) => {
  const name = `Forgotten ${Date.now()}`
  await sendMessages(site, name, 2)
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name: `${name} 2` }).click()
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await page.goBack()
  await expect(row(page, `${name} 2`)).toContainText('Draft')
  await expect(row(page, `${name} 1`)).not.toContainText('Draft')
  await page.keyboard.press('1')
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
})

test('an erasure drops the unsaved notes about the person', async ({
  page,
  site,
  allowConsole,
}) => {
  // A busy store asks for patience before it erases.
  allowConsole(/status of 503/)
  const name = `Private ${Date.now()}`
  await sendMessage(site, { name, email: `private-${Date.now()}@example.com` })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill(`${name} is a secret`)
  await markedRead(page)
  await page.getByRole('button', { name: 'All from this person (1)' }).click()
  await linesRead(page)
  await page.getByRole('button', { name: 'Erase all 1' }).click()
  await page.getByRole('button', { name: 'Erase 1 record' }).click()
  await expect(page.getByText('Erased 1 record')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(name)
})

test('what is typed while a note is being saved is kept, and saved next', async ({
  page,
  site,
}) => {
  const name = `Slow ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  let mayAnswer = () => {}
  const waiting = new Promise<void>((resolve) => (mayAnswer = resolve))
  await page.route('**/api/admin/contact-submissions/*', async (route) => {
    const answer = await route.fetch()
    if (route.request().postData()?.includes('note')) await waiting
    await route.fulfill({ response: answer })
  })
  await note.fill('Call back.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saving…')).toBeVisible()
  await page.keyboard.type(' On Monday.')
  mayAnswer()
  await expect(dialog(page).getByText('Not saved.')).toBeVisible()
  await expect(note).toHaveValue('Call back. On Monday.')
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('Call back. On Monday.')
})

test('a saved note leaves what else has failed', async ({ page, site, allowConsole }) => {
  allowConsole(/status of 500/)
  const name = `Both ${Date.now()}`
  await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  await expect(dialog(page).getByRole('button', { name: 'Mark unread' })).toBeEnabled()
  let isBroken = true
  await page.route('**/api/admin/contact-submissions/*', (route) => {
    if (!isBroken || route.request().method() !== 'PATCH') return route.continue()
    isBroken = false
    return route.fulfill({ status: 500, json: {} })
  })
  await page.keyboard.press('e')
  const failed = dialog(page).getByText('Failed to mark contact submission as answered')
  await expect(failed).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Call back.')
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByText('Saved.', { exact: true })).toBeVisible()
  await expect(failed).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
})

test('“Keep writing” leads back into the note, and a question says what an act does then', async ({
  page,
  site,
}) => {
  const name = `Written ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(`/admin?tab=contact&record=${id}`)
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Half a')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Your note is not saved' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(note).toBeFocused()
  await page.keyboard.type(' dozen eggs')
  await expect(note).toHaveValue('Half a dozen eggs')

  await dialog(page).getByRole('button', { name: 'Mark as spam' }).click()
  await expect(question).toContainText('Then it is marked as spam.')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(note).toBeFocused()
})

test('a note on a record that was deleted meanwhile is only copied, as its save finds', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Lost ${Date.now()}`
  const id = await sendMessage(site, { name })
  await openAdmin(page, site)
  await page.goto(list(name))
  await page.getByRole('link', { name }).click()
  const note = dialog(page).getByRole('textbox', { name: 'Note' })
  await note.fill('Called; she is on holiday.')
  const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
  await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
  await note.press('Control+Enter')
  await expect(dialog(page).getByText('It can only be copied now.')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog(page).getByRole('button', { name: 'Copy the note' }).click()
  await expect(dialog(page).getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Called; she is on holiday.',
  )
  await expect(dialog(page).getByRole('alert')).toContainText(
    'This contact submission no longer exists',
  )
  await expect(dialog(page).getByRole('alert')).toHaveCount(1)
  await expect(note).toHaveValue('Called; she is on holiday.')
  for (const gone of ['Save note', 'Mark answered', 'Mark as spam', 'Delete'])
    await expect(dialog(page).getByRole('button', { name: gone, exact: true })).toBeHidden()
})

for (const place of ['the open record', 'its row']) {
  test(`a note on a record that was deleted meanwhile stays after a key on ${place}`, async ({
    page,
    site,
    allowConsole,
  }) => {
    allowConsole(/status of 404/)
    const name = `Kept ${Date.now()}`
    const [, id] = [
      await sendMessage(site, { name: `${name} 1` }),
      await sendMessage(site, { name }),
    ]
    await openAdmin(page, site)
    await page.goto(list(name))
    // A look or a read that comes after the deletion would be first to find it.
    await onlyLook(page)
    const link = page.getByRole('link', { name, exact: true })
    await link.click()
    await markedRead(page)
    const note = dialog(page).getByRole('textbox', { name: 'Note' })
    await note.fill('Called; she is on holiday.')
    await note.press('Escape')
    if (place === 'its row') {
      await page.goBack()
      await expect(link).toBeFocused()
    }
    const headers = { origin: site.url, 'sec-fetch-site': 'same-origin' }
    await page.request.delete(`/api/admin/contact-submissions/${id}`, { headers })
    await page.keyboard.press('e')
    await expect(dialog(page).getByText('no longer exists')).toBeVisible()
    await expect(dialog(page).getByText('It can only be copied now.')).toBeVisible()
    await expect(note).toHaveValue('Called; she is on holiday.')
    await expect(page.getByText(`Already gone: ${name}`)).toBeVisible()
  })
}
