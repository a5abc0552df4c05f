import type { Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Name, sector, stage and category of each venture, in the order of the page. */
export const ventures = [
  ['MeetDistributor', 'B2B Commerce', 'Seed', 'Commerce'],
  ['AlphaSkin', 'Consumer Beauty', 'Seed', 'Consumer'],
  ['Axel AI', 'Financial Technology', 'Seed', 'Fintech'],
  ['Dhvani', 'Music & Manufacturing', 'Seed', 'Consumer'],
  ["Founder's Journal", 'Productivity & SaaS', 'Pre-Seed', 'Deeptech'],
  ['Fundraise Copilot', 'Startup Tools', 'Pre-Seed', 'Deeptech'],
  ['Calmist', 'Astrology', 'Seed', 'Consumer'],
  ['Onebotics', 'AI & Robotics', 'Seed', 'Deeptech'],
] as const

export const appPages: Record<string, string> = {
  "Founder's Journal": '/founders-journal',
  'Fundraise Copilot': '/fundraise-copilot',
  Calmist: '/calmist',
}

/** “Founder's Journal” is at /portfolio/founders-journal. */
export const pageOf = (name: string) =>
  `/portfolio/${name.toLowerCase().replace("'", '').replaceAll(' ', '-')}`

export const cards = (page: Page) => page.locator('.card')
export const card = (page: Page, name: string) =>
  page.locator('.cards').getByRole('link', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const closeButton = (page: Page) =>
  page.getByRole('button', { name: 'Close venture details' })

export async function openVenture(page: Page, name: string) {
  await page.goto('/portfolio')
  await card(page, name).click()
  await expect(dialog(page)).toBeVisible()
}
