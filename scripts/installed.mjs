// Runs on whatever Node the machine has (20 or later), before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs exactly what package-lock.json names, unless that is what is there. */
export function install(folder = root) {
  if (isInstalled(folder)) return
  const release = takeTurn(folder)
  try {
    // Whoever had the turn before may have done it.
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

/** npm notes what it installed once all of it is there. Packages for other platforms are left out. */
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

/** Two installations at once would wreck each other: waits until this process is the only one. */
function takeTurn(/** @type {string} */ folder) {
  const turn = join(folder, '.cache', 'installing')
  mkdirSync(join(folder, '.cache'), { recursive: true })
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' })
      // Another one may just have cleared an abandoned turn, and this one with it.
      pause(100)
    } catch {
      if (!waited) console.log('Another installation is under way; waiting for it …')
    }
    const holder = holderOf(turn)
    if (holder === process.pid) return () => rmSync(turn, { force: true })
    if (holder && !isAlive(holder)) rmSync(turn, { force: true })
    else pause(500)
  }
}

function holderOf(/** @type {string} */ turn) {
  try {
    return Number(readFileSync(turn, 'utf8'))
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

const pause = (/** @type {number} */ milliseconds) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    install()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
