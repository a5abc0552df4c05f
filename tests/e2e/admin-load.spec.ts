import { cameEarlier } from './came-earlier.ts'
import { expect, test } from './fixtures.ts'
import { openAdmin } from './people.ts'
import { settled } from './settled.ts'
import { SHIFT, shifts } from './shifts.ts'
import { sendMessages } from './submissions.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }
const DESK = { width: 1440, height: 900 }

/** Longer than the browser takes to draw what it has. */
const ANSWER_MS = 300

for (const size of [PHONE, TABLET, DESK]) {
  test(`what is read moves nothing in sight, at ${size.width}`, async ({ page, site }) => {
    await page.setViewportSize(size)
    const name = `Steady ${size.width} ${Date.now()}`
    await sendMessages(site, name, 12)
    // Three parts of the overview's sentence.
    await cameEarlier(site, [
      { name, hoursAgo: 30 },
      { name, hoursAgo: 22 },
    ])
    await openAdmin(page, site)
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      await route.continue()
    })
    for (const query of ['', '?tab=contact', '?tab=contact&status=waiting', '?tab=waitlist']) {
      await page.goto(`/admin${query}`)
      await page.waitForLoadState('networkidle')
      await settled(page)
      const { sum, moved } = await shifts(page)
      expect.soft(sum, `${query}: ${moved.join('; ')}`).toBeLessThan(SHIFT)
    }
  })
}
