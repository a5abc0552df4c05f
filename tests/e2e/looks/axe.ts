import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright/test'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that a theme can break. The dark theme needs only these; the light theme runs all. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe in the page and returns rule, element and reason of each violation. It doesn't use
 * @axe-core/playwright, which opens another page for each result and takes four times as long.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ([tags, ofColour]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      const { violations } = await inPage.run(document, {
        runOnly: isDark ? { type: 'rule', values: ofColour } : { type: 'tag', values: tags },
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes: [node] }) =>
        [id, node?.target, node?.any.map(({ message }) => message)].join(': '),
      )
    },
    [TAGS, OF_COLOUR] as const,
  )
}
