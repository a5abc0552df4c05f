import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright/test'
import { drawn } from '../settled.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules of colour, which take most of the time. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** All rules; those that a theme can break; or those that a width can break. */
export type Rules = 'all' | 'colour' | 'layout'

/**
 * Runs axe in the page and returns rule, element and reason of each violation. In the dark it needs
 * only the rules of colour. It doesn't use @axe-core/playwright, which opens another page for each
 * result and takes four times as long.
 */
export async function axeViolations(page: Page, rules?: Rules): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ([tags, ofColour, wanted]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      const rules = wanted ?? (isDark ? 'colour' : 'all')
      const off = rules === 'layout' ? ofColour : []
      const { violations } = await inPage.run(document, {
        runOnly:
          rules === 'colour' ? { type: 'rule', values: ofColour } : { type: 'tag', values: tags },
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes: [node] }) =>
        [id, node?.target, node?.any.map(({ message }) => message)].join(': '),
      )
    },
    [TAGS, OF_COLOUR, rules] as const,
  )
}

/** Each width with the rules that it can break, first in light and then in the dark. */
const LOOKS = [
  { colorScheme: 'light', width: 1440, rules: 'all' },
  { colorScheme: 'dark', width: 1440, rules: 'colour' },
  { colorScheme: 'light', width: 390, rules: 'layout' },
] as const

/**
 * Shows a page in light and dark, wide and as on a phone, and calls `inspect` in each look with
 * axe's violations. It stays light, narrow and without motion, because axe takes a fading menu for
 * pale text.
 */
export async function inEachLook(
  page: Page,
  inspect: (look: string, violations: string[]) => Promise<void> | void,
): Promise<void> {
  for (const { colorScheme, width, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
    await inspect(`${colorScheme} at ${width}`, await axeViolations(page, rules))
  }
}
