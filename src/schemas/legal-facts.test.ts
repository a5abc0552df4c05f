import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import { studio } from '../../tests/content.ts'
import { daysIn, factNamed, legalFacts, retentionScale } from './legal-facts.ts'
import { longDay } from '../text/day.ts'

const facts = legalFacts(studio)

/** The number of sections of each text. */
const texts = { 'privacy-policy': 12, terms: 17, 'app-policy': 14 }
const read = (name: string) => readFileSync(`content/legal/${name}.mdx`, 'utf8')

test('an unknown fact is an error that lists the known ones', () => {
  expect(() => factNamed('breachNotise', facts, 'terms.mdx')).toThrow(
    /^terms.mdx: .*“breachNotise”.*breachNotice/,
  )
  expect(() => factNamed('constructor', facts, 'terms.mdx')).toThrow(/Known are studio, site/)
})

test('a period is drawn in days, and nothing else can be drawn', () => {
  expect(['30 days', '72 hours', '1 day'].map(daysIn)).toEqual([30, 3, 1])
  expect(() => daysIn('Five forms')).toThrow(/“Five forms” is not in hours or days/)
})

test('a date is written in full in every time zone', () => {
  expect(longDay('2025-10-19')).toBe('19 October 2025')
  expect(facts.effective).toBe('19 October 2025')
})

test('the retention scale counts days up to the longest period', () => {
  const { whole, years, ...days } = retentionScale(studio)
  expect(years).toHaveLength(9)
  expect(years.at(-1)).toBe(whole)
  expect(days).toEqual({
    deleted: 30,
    deletedWithBackups: 120,
    closed: 180,
    aiLogs: 365,
    compliance: 2920,
  })
})

describe.each(Object.entries(texts))('%s', (name, sections) => {
  test(`has ${sections} sections`, () => {
    expect(read(name).match(/^## /gm)).toHaveLength(sections)
  })

  test('does not repeat a value from the studio’s file', () => {
    const text = read(name)
    for (const [fact, value] of Object.entries(facts)) {
      expect(text, fact).not.toMatch(new RegExp(`\\b${value?.replaceAll('.', '\\.')}\\b`))
    }
    expect(text).not.toContain(studio.email)
  })

  test('uses only known facts', () => {
    const quoted = [...read(name).matchAll(/<Fact name="(.*?)"/g)].map(([, fact]) => fact)
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(quoted))
  })
})
