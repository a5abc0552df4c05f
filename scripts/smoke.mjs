// npm run smoke: runs npm start, loads the home page, and sends Ctrl-C.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const dataDir = await mkdtemp(join(tmpdir(), 'smoke-'))
const npm = spawn('npm', ['start'], {
  // Its own process group lets Ctrl-C reach every process, as in a terminal.
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
})

let url = ''
let status = 0
// The loop ends when the last process has closed its output.
for await (const line of createInterface({ input: npm.stdout })) {
  console.log(line)
  url ||= /^The site runs on (\S+)/.exec(line)?.[1] ?? ''
  if (!line.startsWith('Ctrl-C stops it')) continue
  status = (await fetch(url)).status
  process.kill(-Number(npm.pid), 'SIGINT')
}
const isLeftRunning = url !== '' && (await fetch(url).catch(() => false)) !== false
await rm(dataDir, { recursive: true })

console.log(`The home page answered ${status || 'nothing'}.`)
if (isLeftRunning) console.error(`Something still runs on ${url}.`)
process.exitCode = status === 200 && !isLeftRunning ? 0 : 1
