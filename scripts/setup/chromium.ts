import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { setting } from './settings.ts'

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** A download may be refused, or hang, where the network is narrow. */
const DOWNLOAD_MS = 180_000
const PACKAGE_MANAGER_MS = 300_000
/** How long a browser may take to say its version. */
const VERSION_MS = 15_000

/** Some systems keep a script by this name that only asks to install the browser. */
const runs = (file: string) =>
  // On Windows the question opens a window instead of answering.
  process.platform === 'win32' ||
  spawnSync(file, ['--version'], { timeout: VERSION_MS }).status === 0

/**
 * The path of the browser that CHROMIUM_PATH names, or else of an installed one, or else of Playwright's
 * own; undefined where none runs. Throws where CHROMIUM_PATH names nothing.
 */
export function installedChromium(): string | undefined {
  const named = setting('CHROMIUM_PATH')
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, where nothing is.`)
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find(
    (file) => existsSync(file) && runs(file),
  )
}

/** The path of a browser, installed first where there is none; undefined where that does not work. */
export function findOrInstallChromium(): string | undefined {
  return installedChromium() ?? download() ?? installPackage()
}

function download(): string | undefined {
  console.log('No Chrome or Chromium is installed here, so Playwright downloads one.')
  attempt(
    DOWNLOAD_MS,
    process.execPath,
    'node_modules/playwright/cli.js',
    'install',
    'chromium',
    '--no-shell',
  )
  return installedChromium()
}

/** Debian's package, where this process may install it. */
function installPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Playwright brought no browser that runs here, so apt-get installs Chromium.')
  attempt(PACKAGE_MANAGER_MS, 'apt-get', 'update')
  // A bare machine has no fonts either, and Chromium wants one to fall back to.
  const packages = ['chromium', 'fonts-liberation']
  attempt(PACKAGE_MANAGER_MS, 'apt-get', 'install', '--yes', '--no-install-recommends', ...packages)
  return installedChromium()
}

function attempt(timeoutMs: number, command: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync(command, args, { stdio: 'inherit', timeout: timeoutMs, env })
  } catch {
    console.log(`"${[command, ...args].join(' ')}" did not work.`)
  }
}
