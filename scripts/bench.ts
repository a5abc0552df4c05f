import { buildBench } from './bench/build.ts'
import { exportBench } from './bench/export.ts'
import { hostileBench } from './bench/hostile.ts'
import { inboxBench } from './bench/inbox.ts'
import { loadBench } from './bench/load.ts'
import { loginBench } from './bench/login.ts'
import { morningBench } from './bench/morning.ts'
import { notifyBench } from './bench/notify.ts'
import { overloadBench } from './bench/overload.ts'
import { storageBench } from './bench/storage.ts'

/** `npm run bench [name …]`: figures of load and scale. They are reported, never asserted. */

const benches: Record<string, () => Promise<void>> = {
  storage: storageBench,
  export: exportBench,
  load: loadBench,
  overload: overloadBench,
  notify: notifyBench,
  hostile: hostileBench,
  login: loginBench,
  inbox: inboxBench,
  morning: morningBench,
  build: buildBench,
}

// What is measured logs a line for each request.
console.info = () => undefined

const asked = process.argv.slice(2)
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n── ${name} ──`)
  await bench()
}
