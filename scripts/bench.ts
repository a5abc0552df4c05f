import { spawnSync } from 'node:child_process'
import { costBench } from './bench/cost.ts'
import { exportBench } from './bench/export.ts'
import { inboxBench } from './bench/inbox.ts'
import { loadBench } from './bench/load.ts'
import { loginBench } from './bench/login.ts'
import { notifyBench } from './bench/notify.ts'
import { storageBench } from './bench/storage.ts'

/** `npm run bench [name …]`: measures load and scale. Figures are printed, never asserted. */

const benches: Record<string, () => Promise<void>> = {
  storage: storageBench,
  export: exportBench,
  load: loadBench,
  notify: notifyBench,
  login: loginBench,
  inbox: inboxBench,
  cost: costBench,
}

const args = process.argv.slice(2)
const names = Object.keys(benches).filter((name) => args.length === 0 || args.includes(name))
if (names.length > 1) {
  const options = args.filter((one) => !Object.hasOwn(benches, one))
  // Each bench needs its own process, because a process remembers its first store's secret.
  for (const name of names) {
    spawnSync(process.execPath, ['scripts/bench.ts', name, ...options], { stdio: 'inherit' })
  }
} else {
  // The server logs a line for each request.
  console.info = () => undefined
  for (const name of names) {
    console.log(`\n── ${name} ──`)
    await benches[name]?.()
  }
}
