import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Looks through all of the page at each change in it; `html:has(.admin)` says only what page it is. */
const WIDE = /(:root|body|main|\.admin|html(?!:has\(\.admin\)))[^\s,{]*:has\(.*/g

test('no change in the dashboard styles all of it anew', async () => {
  const files = await readdir('src/styles/admin')
  expect(files.length).toBeGreaterThan(10)
  // Nothing is quick about printing.
  for (const file of files.filter((one) => !one.startsWith('print'))) {
    const css = await readFile(`src/styles/admin/${file}`, 'utf8')
    expect(css.match(WIDE), file).toBeNull()
  }
})
