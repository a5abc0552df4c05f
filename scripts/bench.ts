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

// What is measured logs a line for each request.
console.info = () => undefined

const asked = process.argv.slice(2)
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n── ${name} ──`)
  await bench()
}
