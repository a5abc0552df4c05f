import { globSync, readFileSync } from 'node:fs'

import { load } from 'js-yaml'
import { expect, test } from 'vitest'

import { studioSchema } from '../../src/schemas/studio.ts'
import { numberIn } from '../../src/text/number-in.ts'
import { pages } from './built-pages.ts'

/** Drawings take most of their numbers from content. These agree with another key of it. */
const read = (file: string) => load(readFileSync(`content/${file}.yaml`, 'utf8'))
const { model, promises } = studioSchema.parse((read('studio') as { studio: unknown }).studio)

test('the terms are as long as their scales say', () => {
  const { snapshot } = read('pages/home') as {
    snapshot: { terms: { labels: string[]; span: [number, number] }[] }
  }
  const [ticket, , months] = snapshot.terms
  for (const [term, text] of [
    [ticket, model.ticket] as const,
    [months, model.embeddedMonths] as const,
  ]) {
    const whole = numberIn(term?.labels.at(-1) ?? '')
    const drawn = term?.span.map((tenth) => Math.round((tenth / 10) * whole * 10) / 10)
    expect(drawn).toEqual([numberIn(text), numberIn(text, 2)])
  }
})

test('the tally has a stroke for each day', () => {
  const drawing = readFileSync('dist/tally.svg', 'utf8')
  for (const [i, { name, days }] of model.guilds.entries()) {
    const [, row = ''] = new RegExp(`<symbol id="guild-${i}">(.*)</symbol>`).exec(drawing) ?? []
    expect(
      [...row.matchAll(/#days-(\d)/g)].map(([, count]) => Number(count)),
      name,
    ).toEqual(days)
  }
})

test.each(globSync('{public,src}/**/*.svg'))('no two drawings in %s have the same id', (file) => {
  const ids = [...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('the weeks of a residency leave days for the decision', () => {
  const { timeline } = read('pages/eir') as { timeline: { steps: { weeks?: number }[] } }
  const days = timeline.steps.reduce((sum, { weeks = 0 }) => sum + 7 * weeks, 0)
  expect(days).toBeLessThan(model.residencyDays)
})

test('the scale of a reply ends at the promise', () => {
  const { measured } = read('pages/faqs') as { measured: { hours: string[] } }
  expect(numberIn(measured.hours.at(-1) ?? '')).toBe(numberIn(promises.faqReply))
})

test('every style has the numbers of its drawings', () => {
  expect(pages.filter(({ html }) => html.includes('figure(')).map(({ path }) => path)).toEqual([])
})
