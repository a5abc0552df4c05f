import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { textsIn, wordsInStyle } from './read-texts.ts'

/** Words that a visitor reads stand in content/; the admin area's are code. */
const FOLDERS = 'src/{pages,components,islands,layouts,boundary,data}/**/*.{astro,ts,tsx}'
/** The bot check's messages are read in the console, and its trap by machines. */
const NOT_FOR_VISITORS = /\.test\.ts$|src\/pages\/admin|src\/islands\/bot-check|Honeypot/

const sourceOf = (file: string) => ({ file, source: readFileSync(file, 'utf8') })

test.each([
  ['a text', `const a = 'The first is this.'`, ['The first is this.']],
  ['an attribute', `const a = <p title="Another one is here" />`, ['Another one is here']],
  ['any word between tags', `const a = <p>Now { b } and this.</p>`, ['Now', 'and this.']],
  ['substitutions', 'const a = `We back ${n} ventures and ${m}`', ['We back … ventures and …']],
  [
    'substitutions in an attribute',
    'a(<img alt={`${n} of ${m} ventures`} />)',
    ['… of … ventures'],
  ],
  ['a sum', `const a = 'We back ' + n + ' ventures'`, ['We back … ventures']],
  ['joined texts', `const a = ['We', 'back', n, 'ventures'].join(' ')`, ['We back … ventures']],
  ['dashes and digits', `const a = 'two – “three” 4 five, six'`, ['two – “three” 4 five, six']],
  ['entities', `const a = <p title="one&nbsp;of&nbsp;our&nbsp;own" />`, ['one of our own']],
])('%s is found', (_, source, texts) => {
  expect(textsIn('a.tsx', source)).toEqual(texts)
})

test('a text in a script or a style of a page is found', () => {
  const script = `<script>alert('It is over now')</script>`
  const style = `<style>a::after { content: 'Go' counter(a) '→' }</style>`
  expect(textsIn('a.astro', `---\n---\n${script}\n${style}`)).toEqual(['It is over now', 'Go'])
})

test('code that nobody reads is not found', () => {
  const source = `throw new TypeError('Nobody but engineers read this.')
    const a = <p class="a b c d" />; const b = 'one two 3'; const c = 'a/b.css main > p.note + ul li'`
  expect(textsIn('a.tsx', source)).toEqual([])
})

test('no text that a visitor reads stands in the code of the pages', () => {
  const files = globSync(FOLDERS).filter((file) => !NOT_FOR_VISITORS.test(file))
  expect(files.length).toBeGreaterThan(150)
  const found = files
    .map(sourceOf)
    .flatMap(({ file, source }) => textsIn(file, source).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
})

test('no text that a visitor reads stands in styles and drawings', () => {
  const styles = globSync('src/styles/**/*.css').filter((file) => !file.includes('admin'))
  const inStyles = styles.map(sourceOf).flatMap(({ source }) => wordsInStyle(source))
  expect(inStyles).toEqual([])
  const drawings = globSync(['public/apps/*.svg', 'src/**/*.svg']).map(sourceOf)
  const inDrawings = drawings.flatMap(({ source }) => source.match(/>[^<]*\p{L}{2}[^<]*</gu) ?? [])
  expect(inDrawings).toEqual([])
})
