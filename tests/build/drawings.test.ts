import { globSync, readFileSync } from 'node:fs'

import { load } from 'js-yaml'
import { expect, test } from 'vitest'

import { studioSchema } from '../../src/schemas/studio.ts'

/** These tests compare the drawings in style sheets with the figures in content/studio.yaml. */
const { studio: written } = load(readFileSync('content/studio.yaml', 'utf8')) as { studio: unknown }
const { figures, model, promises } = studioSchema.parse(written)

function sheet(part: string): string {
  const source = readFileSync(`src/pages/_${part}.astro`, 'utf8')
  const [, css = ''] = /<style is:global>([^]*)<\/style>/.exec(source) ?? []
  return css.replaceAll(/\/\*[^]*?\*\//g, '')
}

/** The property's value in the first rule with this selector. */
function drawn(part: string, selector: string, property: string): string {
  const rules = [...sheet(part).matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  const rule = rules.find(
    ([, name = '', body = '']) => name.trim() === selector && body.includes(`${property}:`),
  )
  const [, value] = new RegExp(`(?:^|[\\s;])${property}:([^;]+);`).exec(rule?.[2] ?? '') ?? []
  if (!value) throw new Error(`src/pages/_${part}.astro: ${selector} says no ${property}`)
  return value.trim().replaceAll(/\s+/g, ' ')
}
const number = (...place: Parameters<typeof drawn>) => Number(drawn(...place))

/** The numbers in a phrase: `$25K–$150K` gives 25 and 150. */
const numbers = (words: string) => (words.match(/\d+(\.\d+)?/g) ?? []).map(Number)
/** The last number of a phrase. Most phrases have one number. */
const last = (words: string) => numbers(words).at(-1) ?? Number.NaN

test('the ventures are drawn as a part of the planned ones', () => {
  expect(number('home/Stats', '.of-20', '--value')).toBe(figures.ventures)
  expect(number('home/Stats', '.of-20', '--total')).toBe(figures.plannedVentures)
})

test('the retention is drawn in tenths of the portfolio', () => {
  expect(number('portfolio/Impact', '.of-100', '--value') * 10).toBeCloseTo(last(figures.retention))
})

test('the terms are drawn on their scales', () => {
  const tenths = (term: string) =>
    ['--start', '--end'].map((end) => number('home/Snapshot', `.${term}`, end))
  // The labels under the scales end at $250K and at 24 months.
  expect(tenths('ticket')).toEqual(numbers(model.ticket).map((sum) => sum / 25))
  expect(tenths('term')).toEqual(numbers(model.embeddedMonths).map((month) => month / 2.4))
  // Idea is at 0, pre-seed at 2, seed at 5, series A at 8 tenths.
  expect(model.stages).toBe('Pre-seed to Series A')
  expect(tenths('stages')).toEqual([2, 8])
})

test('the phases are as wide as they are long', () => {
  const [first = 0, second = 0] = numbers(
    drawn('home/Phases', '.gantt', 'grid-template-columns').replaceAll('--column', ''),
  )
  expect(first / second).toBeCloseTo(model.discoveryWeeks / model.sprintWeeks)
  const ticks = drawn('home/Phases', '.gantt li:nth-child(2) .phase', 'background')
  expect(ticks).toContain(`calc(100% / ${model.sprintWeeks})`)
})

test('the tally has a stroke for each day', () => {
  const drawings = readFileSync('src/pages/_home/drawings.svg', 'utf8')
  for (const { name, days } of model.guilds) {
    const id = `w-${name.split(' ')[0]?.toLowerCase()}`
    const [, row = ''] = new RegExp(`<symbol id="${id}">(.*)</symbol>`).exec(drawings) ?? []
    expect(
      [...row.matchAll(/#t(\d)/g)].map(([, count]) => Number(count)),
      name,
    ).toEqual(days)
  }
})

test.each(globSync('{public,src}/**/*.svg'))('no two drawings in %s have the same id', (file) => {
  const ids = [...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('the weeks of the operating system add up', () => {
  const weeks = (selector: string) => last(drawn('what-we-do/System', selector, 'min-height'))
  // The first phase has two events, the second has four, each in its own week.
  expect(2 * weeks('.weeks ol li')).toBe(model.discoveryWeeks)
  expect(4 * weeks('.weeks > li:nth-child(2) ol li')).toBe(model.sprintWeeks)
})

test('the four steps stand on their days', () => {
  const day = (step: string, property: string) =>
    number('about/Steps', `.day-chart li:nth-child(${step})`, property)
  const [, latest] = numbers(model.mvpDays)
  expect(day('1', '--days')).toBe(model.discoveryWeeks * 7)
  expect(day('2', '--first-day')).toBe(model.discoveryWeeks * 7)
  expect(day('2', '--first-day') + day('2', '--days')).toBe(latest)
  expect(day('n + 3', '--first-day')).toBe(latest)
})

test('the days of a residency add up', () => {
  const days = [
    '.day-ruler i',
    '.day-ruler i:nth-child(2)',
    '.day-ruler i:nth-child(3)',
    '.day-ruler i:last-child',
  ]
  const sum = days.reduce((sum, part) => sum + number('eir/Days', part, '--days'), 0)
  expect(sum).toBe(model.residencyDays)
})

test('the follow-on is a point on its curve, and the multiple is the length of its bar', () => {
  const [above, behind] = numbers(drawn('investors/FollowOn', '.follow-on-plot i', 'inset'))
  expect(above).toBe(100 - last(figures.followOn))
  expect(behind).toBe(100 - (figures.followOnMonths / 12) * 100)
  expect(drawn('investors/Multiple', '.times i', 'width')).toBe(
    `${last(figures.returnMultiple) * 100}%`,
  )
})

test('the promised hours of a reply are drawn one by one', () => {
  expect(promises.faqReply).toBe('48 hours')
  expect(drawn('faqs/Measured', '.reply-hours', 'background')).toContain('calc((100% - 1px) / 48)')
})
