import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { inspectHtml } from './inspect-html.ts'

const page = (body: string) => `<!doctype html><html><head><title>t</title></head><body>${body}`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('inline code is hashed byte for byte', () => {
  test('inline scripts, with or without a type', () => {
    const { scripts } = inspectHtml(
      page('<script>a < b && "</p>"</script><script type="module">\n c()\n</script>'),
    )
    expect(scripts).toEqual([hash('a < b && "</p>"'), hash('\n c()\n')])
  })

  test('import maps and speculation rules', () => {
    const { scripts } = inspectHtml(
      page('<script type=importmap>{}</script><script type=speculationrules>{ }</script>'),
    )
    expect(scripts).toEqual([hash('{}'), hash('{ }')])
  })

  test('stylesheets, also inside an SVG', () => {
    const { styles } = inspectHtml(
      page('<style>a > b{}</style><svg><style>path{}</style><path d="M0 0"/></svg>'),
    )
    expect(styles).toEqual([hash('a > b{}'), hash('path{}')])
  })

  test('neither data blocks nor external scripts', () => {
    const { scripts, faults } = inspectHtml(
      page('<script type="application/ld+json">{}</script><script src="/a.js"></script>'),
    )
    expect(scripts).toEqual([])
    expect(faults).toEqual([])
  })
})

describe('markup that the policy would block is an error', () => {
  test.each([
    ['a style attribute', '<p style="color:red">', '<p> has the attribute style="color:red"'],
    ['one without quotes', '<p STYLE=color:red>', '<p> has the attribute style="color:red"'],
    ['one behind a “>”', '<p title="a > b" style="x:y">', '<p> has the attribute style="x:y"'],
    ['one in a drawing', '<svg><path style="x:y"/></svg>', '<path> has the attribute style="x:y"'],
    ['one in a template', '<template><p style="x:y">', '<p> has the attribute style="x:y"'],
    ['a handler', '<img onerror=go()>', '<img> has the event handler onerror="go()"'],
    ['a handler in capitals', '<a ONCLICK="go()">', '<a> has the event handler onclick="go()"'],
    ['a javascript: address', '<a href="javascript:go()">', '<a> has a javascript: address'],
    [
      'a second policy',
      '<meta http-equiv="Content-Security-Policy" content="">',
      'a <meta> sets a second Content-Security-Policy',
    ],
  ])('%s', (_, html, fault) => {
    expect(inspectHtml(page(html)).faults).toEqual([fault])
  })

  test('text, comments and fields that only look like markup are no errors', () => {
    const html =
      '<!-- <p style="x"> --><textarea><p style="x"></textarea><p>&lt;p onclick="x"&gt;</p>'
    expect(inspectHtml(page(html)).faults).toEqual([])
  })
})
