// Runs on the machine's own Node (20 or later), before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Installs the packages of package-lock.json if any is missing; throws if npm fails. */
export function install(folder = root) {
  if (isInstalled(folder)) return
  console.log('Installing what package-lock.json names; this happens once and takes a minute …')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--include=optional'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PATH: outerPath(folder) },
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The installation failed; the reason stands above.')
}

/** Compares package-lock.json with the copy that npm writes into node_modules when it ends. */
export function isInstalled(folder = root) {
  const note = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = packagesIn(note)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(([path, named]) => {
    const found = installed[path]
    if (!found) return path === '' || mayBeMissing(named)
    return found.version === named.version && found.integrity === named.integrity
  })
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, os?:
 * string | string[], cpu?: string | string[], libc?: unknown }} Package
 */

const packagesIn = (/** @type {string} */ file) =>
  /** @type {Record<string, Package>} */ (JSON.parse(readFileSync(file, 'utf8')).packages)

/**
 * npm skips optional packages for other platforms. A package for one C library may be missing too.
 */
function mayBeMissing(/** @type {Package} */ { optional, devOptional, os, cpu, libc }) {
  const isForHere =
    !libc && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
  return Boolean((optional || devOptional) && !isForHere)
}

/** npm removes node_modules first, so it must not run on the Node inside it. */
const outerPath = (/** @type {string} */ folder) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(folder, 'node_modules')))
    .join(delimiter)

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    install()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
