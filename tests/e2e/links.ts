import { expect, type Locator } from 'playwright/test'

import { shown } from '../content.ts'

/** Expects each link, as content/ has it, in a part of a page. */
export async function expectLinks(part: Locator, links: { label: string; href: string }[]) {
  expect(links).not.toEqual([])
  for (const { label, href } of links) {
    const link = part.getByRole('link', { name: shown(label) })
    await expect(link.and(part.locator(`[href="${href}"]`)).first()).toBeVisible()
  }
}
