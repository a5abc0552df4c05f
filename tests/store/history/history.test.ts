import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../../runs.ts'
import { newDataFile } from '../data-file.ts'
import { Crew } from './crew.ts'
import { Ledger } from './ledger.ts'
import { play } from './play.ts'
import { keepHouse } from './reader.ts'
import { judge } from './verdict.ts'

/** How many come at each rate of faults; the long run's 100,000 are divided among the three. */
const SUBMISSIONS = Number(process.env['HISTORY']) || (runs(1) === 1 ? 100 : 33_400)
const WORKERS = 3

/** Only what hangs takes so long. */
const timeout = 60_000 + 40 * SUBMISSIONS

test.each([0, 0.05, 0.2])(
  'with a fault in %d of all requests, what became of each submission is what people were told',
  { timeout },
  async (faultRate) => {
    const file = newDataFile()
    const ledger = new Ledger()
    const crew = await Crew.start(file, faultRate, WORKERS)
    onTestFinished(() => crew.end())
    const beganAt = performance.now()
    await play(crew, ledger, SUBMISSIONS)
    await crew.all({ does: 'come to rest' })
    await crew.end()

    const reader = await Crew.start(file, 0, 1)
    onTestFinished(() => reader.end())
    await keepHouse(reader)
    const verdict = await judge(reader, ledger)
    const figures = {
      seconds: Math.round((performance.now() - beganAt) / 1_000),
      came: ledger.visits.length,
      acknowledged: ledger.lives.length,
      ...crew.deaths,
      missing: verdict.missing.length,
      doubled: verdict.doubled.length,
    }
    // The console says nothing in a test that goes well.
    if (process.env['HISTORY']) process.stdout.write(`${faultRate} ${JSON.stringify(figures)}\n`)
    expect({ ...verdict, surprises: ledger.surprises, crashes: crew.deaths.own }).toEqual({
      missing: [],
      ghosts: [],
      doubled: [],
      misplaced: [],
      wrong: [],
      surprises: [],
      crashes: 0,
    })
  },
)
