import { expect, test } from 'vitest'

import { drawingsIn, withDrawings } from './drawings.ts'

const use = (...parts: string[]) =>
  `<body>${parts.map((part) => `<svg><use href="${part}"/></svg>`).join('')}</body>`
const drawing = (...ids: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- What it is. -->\n${ids.map((id) => `<symbol id="${id}"><path fill="url(#${id})"/></symbol>`).join('\n')}\n</svg>\n`

/** So much that no drawing has room beside it: nothing in it can be said shorter. */
const full = (page: string) => page.replace('<body>', `<body>${noise(14 * 1024)}`)
const noise = (length: number) => {
  let [text, seed] = ['', 1]
  while (text.length < length * 2) {
    seed = (seed * 48_271) % 2_147_483_647
    text += seed.toString(36)
  }
  return text
}

const page = use('/home.svg#dial', '/home.svg#gear', '/social.svg#x')
const drawings = new Map([
  ['/home.svg', drawing('dial', 'gear')],
  ['/social.svg', drawing('x')],
])

test('the drawings of a page are named once', () => {
  expect(drawingsIn(page)).toEqual(['/home.svg', '/social.svg'])
  expect(drawingsIn('<body><svg><use href="#own"/></svg></body>')).toEqual([])
})

test('where there is room, they stand in the page, under names that it can’t have', () => {
  const { html, drawing } = withDrawings(page, drawings)
  expect(drawing).toBeUndefined()
  expect(html).toContain('<use href="#_dial"/>')
  expect(html).toContain('<symbol id="_x"><path fill="url(#_x)"/></symbol></svg></div></body>')
  expect(html).not.toContain('What it is')
  expect(html).not.toContain('.svg')
})

test('where there is none, all come as one file, whose name changes with what is in it', () => {
  const { html, drawing: made } = withDrawings(full(page), drawings)
  const [file = '', svg = ''] = made ?? []
  expect(file).toMatch(/^\/_astro\/[0-9a-f]{8}\.svg$/)
  expect(html.match(/<use href="[^"]*"/g)).toEqual([
    `<use href="${file}#dial"`,
    `<use href="${file}#gear"`,
    `<use href="${file}#x"`,
  ])
  expect(svg.match(/<symbol id="\w+"/g)).toHaveLength(3)
  const other = new Map([...drawings, ['/social.svg', drawing('x', 'y')]])
  expect(withDrawings(full(page), other).drawing?.[0]).not.toBe(file)
})

test('one file that has no room in the page stays, and so does a page without drawings', () => {
  const one = full(use('/social.svg#x'))
  expect(withDrawings(one, drawings)).toEqual({ html: one })
  expect(withDrawings('<body></body>', drawings)).toEqual({ html: '<body></body>' })
})

test('two parts of one name, and what is no drawing in parts, stop the build', () => {
  const twice = new Map([...drawings, ['/social.svg', drawing('dial', 'x')]])
  expect(() => withDrawings(page, twice)).toThrow(
    '/home.svg and /social.svg both have a part that is called “dial”.',
  )
  const none = new Map([...drawings, ['/social.svg', 'not found']])
  expect(() => withDrawings(page, none)).toThrow('/social.svg is no drawing in parts.')
})
