import { parseArgs } from 'node:util'
import pMap from 'p-map'
import { leave, runStep } from './test/run-step.ts'
import { textSteps, types } from './test/steps.ts'

/** `npm run check`: types, rooms, lint and format; `--fix` lets the last two change files. */

const { fix } = parseArgs({ options: { fix: { type: 'boolean', default: false } } }).values
process.on('SIGINT', leave).on('SIGTERM', leave)

const steps = [types, ...textSteps(fix)]
// Two tools must not write the same files at once.
const outcomes = await pMap(steps, (step) => runStep(step), { concurrency: fix ? 1 : steps.length })
process.exitCode = outcomes.every(({ isSuccess }) => isSuccess) ? 0 : 1
