import { parseArgs } from 'node:util'
import { checkStore, LASTING } from '#server/housekeeping/check.ts'
import { endProgress, oneSite, printProgress, runCommand } from './site/command.ts'
import { withStore } from './site/store-access.ts'

/**
 * `npm run store:check [-- https://your.domain] [--fix]`: checks the whole store; `--fix` also
 * repairs it. The server may run at the same time.
 */

/** Keys printed for each finding. They hold no personal data. */
const EXAMPLES = 5

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { fix: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  await withStore(oneSite(positionals, 'store:check'), 'store:check', async (store) => {
    console.log('Counting everything again …')
    const found = await checkStore({
      fix: values.fix,
      check: store.check,
      onPiece: (next) => printProgress(`Checked as far as ${next?.split(' ')[0] ?? 'the end'}`),
    })
    endProgress()
    for (const { what, keys } of found) {
      const isMended = values.fix && !LASTING.includes(what)
      console.log(`${keys.length} ${what}${isMended ? ' (mended)' : ''}`)
      for (const key of keys.slice(0, EXAMPLES)) console.log(`    ${key}`)
    }
    if (found.length === 0) console.log('Everything agrees with the records.')
    const left = values.fix ? found.filter(({ what }) => LASTING.includes(what)) : found
    process.exitCode = left.length > 0 ? 1 : 0
  })
})
