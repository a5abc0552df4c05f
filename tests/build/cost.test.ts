import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  creditsOf,
  nothing,
  prices,
  RESULT_FILE,
  rowsOf,
  totalsOf,
  type Result,
} from '../../scripts/bench/cost/credits.ts'

/** The guides say what the last `npm run bench cost` measured. */

const result = JSON.parse(await readFile(RESULT_FILE, 'utf8')) as Result
const guides = ['docs/measurements.md', 'docs/deploy.md', 'docs/editing.md']

test('the result has today’s prices, and its totals follow from its scenes', () => {
  expect(result.prices).toEqual(prices)
  expect(result.totals).toEqual(totalsOf(result.scenes))
})

test('a month costs no more than it may', () => {
  const { idleMonth, busyMonth, bothMonths } = result.totals
  for (const { credits, most } of [idleMonth, busyMonth, bothMonths]) {
    expect(credits).toBeLessThanOrEqual(most)
  }
})

test('the month of the clock has its daily checks, each with two requests', () => {
  const { idleMonth, dailyChecks } = result.scenes
  const [runs, checks] = [30 * 288, 30]
  expect(dailyChecks.requests).toBe(2 * checks)
  expect(idleMonth.requests).toBe(runs + dailyChecks.requests)
  expect(dailyChecks.storage).toBeGreaterThan(checks)
})

test('the table of measurements.md has the rows of the result', async () => {
  const text = await readFile('docs/measurements.md', 'utf8')
  const lines = text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))
  for (const row of rowsOf(result.scenes)) expect(lines).toContain(`| ${row.join(' | ')} |`)
})

test('the sentences below the table have the figures of the result', async () => {
  const text = await readFile('docs/measurements.md', 'utf8')
  const { visits, dailyChecks, floodDay } = result.scenes
  const refused = creditsOf({ ...nothing, requests: floodDay.requests })
  const figures = [
    `takes ${result.assumed.startSeconds} s`,
    `${dailyChecks.storage / 30} storage requests and two requests a day`,
    `${Math.round((visits.requests * 10) / 1_000)},000 requests`,
    `${((visits.bytes * 10) / 1e9).toFixed(1)} GB`,
    `${floodDay.requests.toLocaleString('en')} requests are ${Math.round(refused)} of it`,
  ]
  expect(figures.filter((figure) => !text.includes(figure))).toEqual([])
})

/** Every number of credits that a text names. */
const creditsIn = (text: string) =>
  [...text.matchAll(/(\d[\d,.]*) credits/g)].map(([, figure = '']) =>
    Number(figure.replace(',', '')),
  )

test.each(guides)('%s names only credits of the result and of the price list', async (guide) => {
  const found = creditsIn(await readFile(guide, 'utf8'))
  const totals = Object.values(result.totals)
  const known = [
    ...Object.values(prices),
    ...totals.flatMap(({ credits, most }) => [credits, most]),
  ]
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((figure) => !known.includes(figure))).toEqual([])
})

test('deploy.md names each total', async () => {
  const found = creditsIn(await readFile('docs/deploy.md', 'utf8'))
  const totals = Object.values(result.totals).map(({ credits }) => credits)
  expect(totals.filter((credits) => !found.includes(credits))).toEqual([])
})
