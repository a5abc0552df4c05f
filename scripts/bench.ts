import { spawnSync } from 'node:child_process'
import { exportBench } from './bench/export.ts'
import { inboxBench } from './bench/inbox.ts'
import { loadBench } from './bench/load.ts'
import { loginBench } from './bench/login.ts'
import { notifyBench } from './bench/notify.ts'
import { storageBench } from './bench/storage.ts'

/** `npm run bench [name …]`: figures of load and scale. They are reported, never asserted. */

const benches: Record<string, () => Promise<void>> = {
  storage: storageBench,
  export: exportBench,
  load: loadBench,
  notify: notifyBench,
  login: loginBench,
  inbox: inboxBench,
}

const asked = process.argv.slice(2)
const names = Object.keys(benches).filter((name) => asked.length === 0 || asked.includes(name))
if (names.length > 1) {
  const options = asked.filter((one) => !Object.hasOwn(benches, one))
  // Each in a process of its own, since a process remembers its first store's secret.
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
