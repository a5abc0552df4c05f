import { parseArgs } from 'node:util'
import pMap from 'p-map'
import { isPassed, leave, textSteps, types } from './test/step.ts'

/** `npm run check`: types, rooms, lint and format; `--fix` lets the last two change files. */

const { fix } = parseArgs({ options: { fix: { type: 'boolean', default: false } } }).values
process.on('SIGINT', leave).on('SIGTERM', leave)

const steps = [types, ...textSteps(fix)]
// Two tools must not write the same files at once.
const passed = await pMap(steps, (step) => isPassed(step), { concurrency: fix ? 1 : steps.length })
process.exitCode = passed.every(Boolean) ? 0 : 1
