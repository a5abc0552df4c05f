import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { codeOf } from './code-of.ts'
import { withoutUnusedRules } from './lean-styles.ts'

const page = (css: string, body: string) => `<head><style>${css}</style></head><body>${body}`

test('a rule stays when the page has its class, or its island may draw it', () => {
  const css = '.a{x:1}.b .c,.a:hover{y:1}.later{z:1}.gone{z:2}p{q:1}@media print{.gone{z:3}}'
  const lean = withoutUnusedRules(page(css, '<p class="a c">'), 'className:`later`')
  expect(lean).toBe(page('.a{x:1}.a:hover{y:1}.later{z:1}p{q:1}', '<p class="a c">'))
})

test('an island’s code is that of its files, and of what they ask for later, once', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  await mkdir(join(dist, '_astro'))
  const files = {
    'Nav.js': 'nav;import"./react.x.js";import(`./Later.js`)',
    'Later.js': 'later;import"./Nav.js"',
    'Other.js': 'other',
  }
  for (const [name, code] of Object.entries(files))
    await writeFile(join(dist, '_astro', name), code)
  const code = await codeOf(dist, ['<astro-island data-files="/_astro/Nav.js /_astro/react.x.js">'])
  expect(code).toBe(`${files['Nav.js']}\n${files['Later.js']}`)
})

test('what is in brackets, and steps of an animation, stay', () => {
  const css = ':is(.gone,.b){x:1}p:not(.gone){x:2}@keyframes k{0%{y:1}to{y:2}}'
  expect(withoutUnusedRules(page(css, '<p>'), '')).toBe(page(css, '<p>'))
})
