import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runStages } from './run-stages.ts'
import type { Step } from './steps.ts'

let printed: () => string
beforeEach(() => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  printed = () => log.mock.calls.flat().join('\n')
})

/** A step that runs these scripts on Node. */
const step = (name: string, ...scripts: string[]): Step => ({
  name,
  commands: scripts.map((script) => [process.execPath, '-e', script]),
})

const passed = { passed: 1, failed: 0, skipped: 0 }
const failed = { passed: 0, failed: 1, skipped: 0 }

test('every command and step runs, whatever became of those before', async () => {
  const steps = [
    step('Bad', 'process.exit(3)', 'console.log("second command")'),
    step('Good', 'console.error("said on the side")'),
  ]
  expect(await runStages([[steps]], process.env)).toEqual([
    { name: 'Bad', counts: failed },
    { name: 'Good', counts: passed },
  ])
  expect(printed()).toMatch(/1 of 2: Bad.*second command.*0 passed, 1 failed.*2 of 2: Good/s)
  expect(printed()).toContain('said on the side')
})

test('a command that is not there is a failure', async () => {
  const missing: Step = { name: 'Missing', commands: [['no-such-command']] }
  expect(await runStages([[[missing]]], process.env)).toEqual([{ name: 'Missing', counts: failed }])
})

test('lanes run side by side, and each step’s output stays whole', async () => {
  // Each waits for a sign of the other, so that one after the other would hang.
  const waiting = (own: string, other: string) => `
    const { existsSync, writeFileSync } = require('node:fs')
    console.log('${own} begins')
    writeFileSync(process.env.FOLDER + '/${own}', '')
    const look = () => existsSync(process.env.FOLDER + '/${other}') || setTimeout(look, 10)
    look()
    process.on('exit', () => console.log('${own} ends'))`
  const folder = await mkdtemp(join(tmpdir(), 'lanes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const lanes = [
    [step('Left', waiting('left', 'right'))],
    [step('Right', waiting('right', 'left'))],
  ]
  const outcomes = await runStages([lanes], { ...process.env, FOLDER: folder })
  expect(outcomes.map(({ counts }) => counts)).toEqual([passed, passed])
  expect(printed()).toContain('left begins\nleft ends')
  expect(printed()).toContain('right begins\nright ends')
})

test('a step’s own count is what it reports, and fails once where the command fails alone', async () => {
  const counts = { passed: 7, failed: 0, skipped: 1 }
  const counted = { ...step('Counted', 'process.exit(1)'), count: () => Promise.resolve(counts) }
  expect(await runStages([[[counted]]], process.env)).toEqual([
    { name: 'Counted', counts: { ...counts, failed: 1 } },
  ])
})
