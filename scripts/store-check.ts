import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkStore } from '#server/housekeeping/store-check.ts'
import { openStore } from './site/open-store.ts'
import { setting } from './setup/settings.ts'

/** `npm run store:check`, and with `-- --fix` also mends what it finds. May run beside the server. */

/** Findings are told with a few of their keys; the keys hold no personal data. */
const EXAMPLES = 5

if (existsSync('.env')) process.loadEnvFile('.env')
const { fix = false } = parseArgs({ options: { fix: { type: 'boolean' } } }).values
const close = await openStore(setting('DATA_DIR') ?? '.data')
try {
  console.log('Counting everything again …')
  const findings = await checkStore({ fix })
  for (const { what, keys } of findings) {
    console.log(`${keys.length} ${what}${fix ? ' (mended)' : ''}`)
    for (const key of keys.slice(0, EXAMPLES)) console.log(`    ${key}`)
  }
  console.log(findings.length === 0 ? 'Everything agrees with the records.' : '')
  // What expired is swept in passing and is no fault.
  process.exitCode = fix || findings.every(({ what }) => what === 'expired') ? 0 : 1
} finally {
  await close()
}
