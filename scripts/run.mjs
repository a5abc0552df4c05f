// npm start, npm test: installs what is missing, then runs a script on the pinned Node. This file
// itself runs on the machine's own Node (20 or later).
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './setup/installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const isWindows = process.platform === 'win32'
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
/** Optional dependencies of package.json; one of them holds this machine's Node. */
const PACKAGES = [`node-${platform}`, `node-bin-${platform}`]

/** The first release that runs TypeScript without a build step and has argon2. */
const NEEDED = { major: 24, minor: 7 }

const PARENT_CHECK_MS = 250

/** The pinned Node, or the machine's own; throws if neither is new enough. */
function pinnedNode() {
  const executable = join('bin', isWindows ? 'node.exe' : 'node')
  const pinned = PACKAGES.map((name) => join(root, 'node_modules', name, executable))
  const node = [...pinned, process.execPath].find(isNewEnough)
  if (node) return node
  throw new Error(
    `This project runs on Node ${NEEDED.major}.${NEEDED.minor} or later. npm ci brings one for most ` +
      `machines, but there is none for ${platform}: install it from https://nodejs.org.`,
  )
}

function isNewEnough(/** @type {string} */ node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? '').replace('v', '').split('.').map(Number)
  return major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)
}

/** Runs the script of this command line on the pinned Node and exits with its exit code. */
function runPinned() {
  const child = spawn(pinnedNode(), process.argv.slice(2), {
    cwd: root,
    // The IPC channel tells the script when this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Node keeps compiled modules there, so that a command starts in half the time.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
  // A terminal sends Ctrl-C to the script too; other senders signal only this process.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  const watch = stopWhenAbandoned(() => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => {
    clearInterval(watch)
    process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  })
}

/**
 * Calls `stop` when npm's shell ends. A signal to npm ends npm and its shell, but the shell doesn't
 * pass the signal on.
 */
function stopWhenAbandoned(/** @type {() => void} */ stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const shell = process.ppid
  return setInterval(() => {
    if (process.ppid !== shell) stop()
  }, PARENT_CHECK_MS)
}

try {
  install()
  runPinned()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.npm_lifecycle_event === 'test') console.log('0 passed, 1 failed')
  process.exitCode = 1
}
