import { parseArgs } from 'node:util'
import { endProgress, oneSite, printProgress, runCommand, Stop } from './site/command.ts'
import { withStore } from './site/store-access.ts'

/**
 * `npm run store:seal [-- https://your.domain]`: seals every value with the newest STORE_KEY. The
 * server may run at the same time, and the same command continues an interrupted run.
 */

const OTHER_KEY = 'STORE_KEY is not the key that sealed this store. Nothing was changed.'

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  await withStore(oneSite(positionals, 'store:seal'), 'store:seal', async (store) => {
    const unopened: string[] = []
    let [sealed, kept] = [0, 0]
    for (let from: string | null = ''; from !== null;) {
      const portion = await store.seal(from)
      sealed += portion.sealed
      kept += portion.kept
      unopened.push(...portion.unopened)
      printProgress(`${sealed} values sealed, ${kept} were sealed before`)
      from = portion.next
    }
    endProgress()
    console.log(`The store of ${store.where}: ${sealed} sealed, ${kept} were sealed before.`)
    const hasUnopened = unopened.length > 0
    // The values are not listed, so that nobody takes them for damaged.
    if (sealed + kept === 0) throw new Stop(hasUnopened ? OTHER_KEY : 'No value was found.')
    if (!hasUnopened) return
    console.error(`${unopened.length} can't be opened with STORE_KEY:`)
    for (const key of unopened) console.error(`    ${key}`)
    process.exitCode = 1
  })
})
