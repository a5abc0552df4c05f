import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { drawSocialImages } from './social-images.ts'

/** Draws the pictures of pages with these titles. */
async function draw(titles: Record<string, string>) {
  const dist = await mkdtemp(join(tmpdir(), 'cards-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  for (const [page, title] of Object.entries(titles)) {
    const meta = { image: `https://studio.test/${page}.png`, title, site_name: 'Studio' }
    const tags = Object.entries(meta).map(
      ([key, value]) => `<meta property="og:${key}" content="${value}">`,
    )
    await writeFile(join(dist, `${page}.html`), tags.join(''))
  }
  return { ...(await drawSocialImages(dist)), files: await readdir(dist) }
}

test('a picture has ₹, arrows and the letters of European names', async () => {
  const { drawn, remarks, files } = await draw({ one: '₹80L+ for Łódź → “Ninety days” – at 5%' })
  expect(remarks).toEqual([])
  expect(drawn).toBe(1)
  expect(files).toContain('one.png')
})

test('signs that no font has are named with their page', async () => {
  const { drawn, remarks } = await draw({ one: 'Five ≥ four 🚀', two: 'हिन्दी', three: 'Fine' })
  expect(remarks).toEqual([
    'one.html: no font has “≥”, “🚀”; the picture of its shared link shows a box there.',
    'two.html: no font has “न्दी”, “हि”; the picture of its shared link shows a box there.',
  ])
  expect(drawn).toBe(3)
})
