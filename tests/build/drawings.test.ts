import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { numberIn } from '../../src/text/numbers.ts'
import { studio, words } from '../content.ts'
import { pages } from './built-pages.ts'

/** Drawings take most of their numbers from content. These agree with another key of it. */
const { model, promises } = studio

test('the terms are as long as their scales say', () => {
  const [ticket, , months] = words('pages/home').snapshot.terms
  for (const [term, text] of [
    [ticket, model.ticket] as const,
    [months, model.embeddedMonths] as const,
  ]) {
    const whole = numberIn(term?.labels.at(-1) ?? '')
    const drawn = term?.span?.map((tenth) => Math.round((tenth / 10) * whole * 10) / 10)
    expect(drawn).toEqual([numberIn(text), numberIn(text, 2)])
  }
})

test('the tally has a stroke for each day', () => {
  const home = pages.find(({ path }) => path === '/')?.html ?? ''
  const drawn = [...home.matchAll(/#days-(\d)"/g)].map(([, count]) => Number(count))
  expect(drawn).toEqual(model.guilds.flatMap(({ days }) => days))
})

test.each(globSync('{public,src}/**/*.svg'))('no two drawings in %s have the same id', (file) => {
  const ids = [...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('the weeks of a residency leave days for the decision', () => {
  const { timeline } = words('pages/eir')
  const days = timeline.steps.reduce((sum, { weeks = 0 }) => sum + 7 * weeks, 0)
  expect(days).toBeLessThan(model.residencyDays)
})

test('the scale of a reply ends at the promise', () => {
  const { measured } = words('pages/faqs')
  expect(numberIn(measured.hours.at(-1) ?? '')).toBe(numberIn(promises.faqReply))
})

test('every style has the numbers of its drawings', () => {
  expect(pages.filter(({ html }) => html.includes('figure(')).map(({ path }) => path)).toEqual([])
})
