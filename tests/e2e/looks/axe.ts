import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright/test'
import { still } from '../settled.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ALL = { type: 'tag', values: TAGS } as const
/** The rules that a theme can break. */
const OF_COLOUR = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/** What axe finds wrong in the page in both themes; reduced motion keeps it from reading a fade. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await still(page)
  const dark = await violationsOf(page, OF_COLOUR)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await still(page)
  return [...(await violationsOf(page, ALL)), ...dark.map((one) => `dark: ${one}`)]
}

/**
 * Rule and element. It runs in the page itself; by way of @axe-core/playwright, which opens another
 * page for each result, it took four times as long.
 */
async function violationsOf(page: Page, runOnly: typeof ALL | typeof OF_COLOUR): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async (only) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const { violations } = await inPage.run(document, {
      runOnly: { type: only.type, values: [...only.values] },
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`)
  }, runOnly)
}
