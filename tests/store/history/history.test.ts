import { expect, onTestFinished, test, vi } from 'vitest'
import { Mailbox } from '../../api/notifications/stand-in-mailbox.ts'
import { runs } from '../../runs.ts'
import { newDataFile } from '../data-file.ts'
import { Crew } from './crew.ts'
import { Ledger } from './ledger.ts'
import { judgeMails } from './mails.ts'
import { play } from './play.ts'
import { keepHouse } from './reader.ts'
import { judge } from './verdict.ts'
import type { Build } from './worker.ts'

/** Submissions at each fault rate. The long run has 100,000 at the three rates together. */
const SUBMISSIONS = Number(process.env['HISTORY']) || (runs(1) === 1 ? 100 : 33_400)

/** In one crew the build before this one is still live, as in the minutes of a deploy. */
const crews: [faultRate: number, builds: Build[]][] = [
  [0, ['now', 'now', 'now']],
  [0.05, ['now', 'earlier', 'now', 'earlier']],
  [0.2, ['now', 'now', 'now']],
]

/** Long enough for every run that does not hang. */
const timeout = 240_000 + 40 * SUBMISSIONS

test.each(crews)(
  'with faults in a share of %d of all requests, %j: each submission is as the answers said',
  { timeout },
  async (faultRate, builds) => {
    const file = newDataFile()
    const ledger = new Ledger()
    const mailbox = await new Mailbox().open()
    onTestFinished(() => mailbox.close())
    // The workers have these settings, too.
    vi.stubEnv('NOTIFY_TO', 'team@studio.test')
    vi.stubEnv('SMTP_URL', mailbox.url())
    const crew = await Crew.start(file, faultRate, builds)
    onTestFinished(() => crew.end())
    const beganAt = performance.now()
    await play(crew, ledger, SUBMISSIONS)
    await crew.all({ does: 'come to rest' })
    await crew.end()

    const reader = await Crew.start(file, 0, ['now'])
    onTestFinished(() => reader.end())
    await keepHouse(reader)
    const verdict = { ...(await judge(reader, ledger)), ...judgeMails(mailbox.received, ledger) }
    expect(mailbox.received).not.toEqual([])
    const figures = {
      seconds: Math.round((performance.now() - beganAt) / 1_000),
      came: ledger.visits.length,
      acknowledged: ledger.lives.length,
      ...crew.deaths,
      missing: verdict.missing.length,
      doubled: verdict.doubled.length,
      told: mailbox.received.length,
    }
    // stdout, because a passing test must not use the console.
    if (process.env['HISTORY']) process.stdout.write(`${faultRate} ${JSON.stringify(figures)}\n`)
    expect({ ...verdict, surprises: ledger.surprises, crashes: crew.deaths.own }).toEqual({
      missing: [],
      ghosts: [],
      doubled: [],
      misplaced: [],
      wrong: [],
      invented: [],
      twice: [],
      surprises: [],
      crashes: 0,
    })
  },
)
