import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutSettings } from '../../scripts/setup/settings.ts'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './looks/axe.ts'
import { invite, joined, useKey } from './passkeys.ts'
import { pressInFoot, row, signIn } from './people.ts'

/** Runs a real command of this project, without a terminal and without a password. */
function run(command: string, args: string[], dataDir: string) {
  const env = { ...process.env, ...withoutSettings(), DATA_DIR: dataDir }
  const child = spawn(process.execPath, [`scripts/${command}.ts`, ...args], { env })
  child.stdin.end()
  let said = ''
  let hear = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      hear()
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }))
  /** The address and the code, as soon as they are printed. */
  const asked = new Promise<{ address: string; code: string }>((resolve) => {
    hear = () => {
      const [, address = '', code = ''] = /(http\S+#\S+)\s+([A-Z]{4}-[A-Z]{4})/.exec(said) ?? []
      if (code) resolve({ address, code })
    }
  })
  return { asked, ended }
}

test('a person confirms a command, and the next one does not ask', async ({
  page,
  browser,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 40[134]/)
  const dataDir = await mkdtemp(join(tmpdir(), 'commands-'))
  await signIn(page, site)
  const asha = await joined(browser, site, await invite(page, 'Asha'))
  const folder = join(dataDir, 'backup')
  const backup = run('backup', [site.url, '--to', folder], dataDir)
  const { address, code } = await backup.asked
  expect(address).toMatch(new RegExp(`^${site.url}/admin/confirm#\\d{13}-[0-9a-f]{12}$`))

  // the emergency password confirms nothing
  await page.goto(address)
  await expect(page.getByText('Only a person with a passkey can confirm a command.')).toBeVisible()

  // a person who is not signed in signs in on the page
  await asha.page.getByRole('button', { name: 'Logout' }).click()
  await expect(asha.page).toHaveURL(/\/admin\/login$/)
  await asha.page.goto(address)
  await expect(asha.page.getByText('Sign in to see what asks for you.')).toBeVisible()
  await useKey(asha.page)
  await expect(asha.page.getByText('npm run backup', { exact: true })).toBeVisible()
  await expect(asha.page.getByText(code, { exact: true })).toBeVisible()
  expect(await axeViolations(asha.page)).toEqual([])
  await asha.page.getByRole('button', { name: 'Confirm' }).click()
  await expect(asha.page.getByRole('status')).toContainText('Confirmed.')
  const done = await backup.ended
  expect(done.code, done.said).toBe(0)
  expect(done.said).toContain(`The backup of ${site.url} is in ${folder}`)
  expect(await readdir(folder)).not.toEqual([])
  expect(done.said).not.toMatch(/device=|admin=/)

  // within the session the next command goes on at once
  const check = await run('store-check', [site.url], dataDir).ended
  expect(check.code, check.said).toBe(0)
  expect(check.said).not.toContain('confirm')
  const [kept = ''] = await readdir(join(dataDir, 'sessions'))
  expect(await readFile(join(dataDir, 'sessions', kept), 'utf8')).toMatch(/^admin=Fe26\.2\S+$/)

  // the address is good once
  await asha.page.reload()
  await expect(asha.page.getByRole('alert')).toContainText('This command no longer waits.')
  await asha.page.goto('/admin?tab=log')
  await expect(row(asha.page, 'Asha', 'confirmed a command', 'commands backup')).toBeVisible()
  await expect(row(asha.page, 'Asha', 'backed up')).toBeVisible()

  // a removed person's session is refused, and the command says so
  await signIn(page, site)
  await pressInFoot(page, 'People')
  await page.getByRole('button', { name: 'Remove Asha' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Asha' }).click()
  await expect(page.getByText('Nobody yet. Invite yourself first.')).toBeVisible()
  const refused = await run('store-check', [site.url], dataDir).ended
  expect(refused.code, refused.said).toBe(1)
  expect(refused.said).toContain('Set ADMIN_EMAIL')
  await asha.page.close()
  await rm(dataDir, { recursive: true })
})
