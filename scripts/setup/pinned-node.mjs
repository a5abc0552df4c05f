// Runs on whatever Node the machine has (20 or later).
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const isWindows = process.platform === 'win32'
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
/** The packages that may hold this machine's Node; package.json names them as optional ones. */
const PACKAGES = [`node-${platform}`, `node-bin-${platform}`]

/** The first release with TypeScript without a build step and with argon2. */
const NEEDED = { major: 24, minor: 7 }

/** How often it checks that the starter still runs. */
const WATCH_MS = 250

/** The path of the pinned Node, or of the machine's own; throws where neither is new enough. */
export function pinnedNode() {
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

/** Runs a script on the pinned Node; this process then ends as the script does. */
export function runPinned(/** @type {string} */ script) {
  const child = spawn(pinnedNode(), [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    // The channel tells the script when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  })
  // In a terminal Ctrl-C reaches the script anyway; from elsewhere it must be passed on.
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
 * Calls `stop` when npm's shell is gone: a signal to npm ends npm and that shell, which passes nothing
 * on to its own child. Gives the timer.
 */
function stopWhenAbandoned(/** @type {() => void} */ stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const shell = process.ppid
  return setInterval(() => {
    if (process.ppid !== shell) stop()
  }, WATCH_MS)
}
