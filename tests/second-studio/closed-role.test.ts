import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { roles, words } from '../content.ts'

const CLOSED = { slug: 'boat-builder', title: 'Boat Builder', lastDay: '31 May 2025' }

const { closed, opening } = words('pages/role')
const { submit } = words('forms/careers')
const page = (slug: string) => readFileSync(`dist/careers/${slug}.html`, 'utf8')

test('a closed role keeps its page, which says so and offers nothing', () => {
  const html = page(CLOSED.slug)
  const [before = ''] = closed.text.split(/<[^>]*>|\{this/)
  expect(html).toContain(before.trim())
  expect(html).toContain(CLOSED.lastDay)
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).not.toMatch(/<form|JobPosting|href="#form"/)
  expect(roles).toHaveLength(2)
  for (const { slug } of roles) {
    expect(html).toContain(`href="/careers/${slug}"`)
    expect(page(slug)).toMatch(new RegExp(`<form[^]*?${submit.label}`))
  }
})

test('a role with a last day says until when it is open', () => {
  const [soon, other] = roles
  expect(page(soon?.slug ?? '')).not.toContain(`<dt>${opening.closes}</dt>`)
  expect(page(other?.slug ?? '')).toContain(`<dt>${opening.closes}</dt>`)
  expect(page(other?.slug ?? '')).toContain('30 November 2099')
})

test('nothing else names a closed role', () => {
  const naming = globSync('dist/**/*.{html,xml,txt,js}').filter((file) => {
    const text = readFileSync(file, 'utf8')
    return text.includes(CLOSED.slug) || text.includes(CLOSED.title)
  })
  expect(naming.map((file) => file.replaceAll('\\', '/'))).toEqual([
    `dist/careers/${CLOSED.slug}.html`,
  ])
})
