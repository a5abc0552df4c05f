// Runs on whatever Node the machine has (20 or later), before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How long before a lock just taken is trusted, and between two tries to take one. */
const SETTLE_MS = 100
const RETRY_MS = 500

/** Installs exactly what package-lock.json names, unless that is there; throws where npm fails. */
export function install(folder = root) {
  if (isInstalled(folder)) return
  const release = acquireLock(folder)
  try {
    // Whoever had the lock before may have done it.
    if (isInstalled(folder)) return
    console.log('Installing what package-lock.json names; this happens once and takes a minute …')
    const { status } = spawnSync('npm', ['ci', '--include=dev', '--include=optional'], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, PATH: outerPath(folder) },
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error('The installation failed; the reason stands above.')
  } finally {
    release()
  }
}

/**
 * Whether node_modules holds what package-lock.json names. npm writes down what it installed once all of
 * it is there. Packages for other platforms are left out.
 */
export function isInstalled(folder = root) {
  const note = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = packagesIn(note)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(([path, named]) => {
    const found = installed[path]
    if (!found) return path === '' || named.optional || named.devOptional
    return found.version === named.version && found.integrity === named.integrity
  })
}

const packagesIn = (/** @type {string} */ file) =>
  /** @type {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>} */
  (JSON.parse(readFileSync(file, 'utf8')).packages)

/** npm removes node_modules first, so it must not run on the Node that is in there. */
const outerPath = (/** @type {string} */ folder) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(folder, 'node_modules')))
    .join(delimiter)

/** Two installations at once would wreck each other: waits for the lock; gives how to release it. */
function acquireLock(/** @type {string} */ folder) {
  const lock = join(folder, '.cache', 'installing')
  mkdirSync(join(folder, '.cache'), { recursive: true })
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      // Another process may just have removed an abandoned lock, and this new one with it.
      pause(SETTLE_MS)
    } catch {
      if (!waited) console.log('Another installation is under way; waiting for it …')
    }
    const owner = ownerOf(lock)
    if (owner === process.pid) return () => rmSync(lock, { force: true })
    if (owner && !isAlive(owner)) rmSync(lock, { force: true })
    else pause(RETRY_MS)
  }
}

/** The id of the process that has the lock; 0 where nobody has it. */
function ownerOf(/** @type {string} */ lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

const pause = (/** @type {number} */ ms) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    install()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
