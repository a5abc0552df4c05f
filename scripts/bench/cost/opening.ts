import type { Browser } from 'playwright'
import type { Use } from './credits.ts'
import { weigh } from './weigh.ts'

const API = '/api/admin/'

export type Opening = {
  files: Use
  /** What the sign-in and the overview ask of the admin API, but for the sign-in's own call. */
  asked: readonly Asked[]
}

/** A path below the API's address. */
type Asked = { method: string; path: string }

type Admin = { email: string; password: string }

/** Signs in with a browser, and records what the dashboard loads and asks until it is at rest. */
export async function openDashboard(browser: Browser, url: string, admin: Admin): Promise<Opening> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const files = await weigh(page, (one) => one.startsWith(url) && !one.includes(API))
  const asked: Asked[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith(API) || pathname === `${API}login`) return
    asked.push({ method: request.method(), path: pathname.slice(API.length) + search })
  })
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.locator('.agenda').waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  return { files: files.take(), asked }
}
