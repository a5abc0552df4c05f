// Runs on whatever Node the machine has (20 or later).
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const executable = process.platform === 'win32' ? 'node.exe' : 'node'

/** TypeScript without a build step, and argon2: both came with this release. */
const NEEDED = { major: 24, minor: 7 }

/** How often to look whether the starter is still there. */
const WATCH_MS = 250

/** The path of the Node that package.json pins, or of the machine's own; throws where neither will do. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', executable)
  const node = [pinned, process.execPath].find(isNewEnough)
  if (node) return node
  throw new Error(
    `This project runs on Node ${NEEDED.major}, which npm installs with it, but it is not there. ` +
      'If npm may not run install scripts here (ignore-scripts), allow it once: ' +
      'npm rebuild node --ignore-scripts=false',
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
 * Looks whether npm's shell is still there and calls `stop` when it is gone: a signal to npm ends npm and
 * that shell, which passes nothing on to its own child. Gives the timer.
 */
function stopWhenAbandoned(/** @type {() => void} */ stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const shell = process.ppid
  return setInterval(() => {
    if (process.ppid !== shell) stop()
  }, WATCH_MS)
}
