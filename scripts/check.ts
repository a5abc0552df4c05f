import { parseArgs } from 'node:util'
import { giveUp, printSummary, runStages } from './test/run-stages.ts'
import { staticSteps } from './test/steps.ts'

/** `npm run check`: types, lint and format; with `--fix` the last two mend what they can. */

const { fix } = parseArgs({ options: { fix: { type: 'boolean', default: false } } }).values
const leave = () => {
  giveUp()
  process.exit(1)
}
process.on('SIGINT', leave).on('SIGTERM', leave)

// Two tools that write the same files must not do so at once.
const steps = staticSteps(fix)
const lanes = fix ? [steps] : steps.map((step) => [step])
const { failed } = printSummary(await runStages([lanes], process.env))
process.exitCode = failed > 0 ? 1 : 0
