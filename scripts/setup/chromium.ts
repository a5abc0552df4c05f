import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { setting } from './settings.ts'

/** Chromium without its windows: a test on it takes half the work, so it is looked for first. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']

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
  const own = chromium.executablePath()
  const candidates = [
    ...onPath(SHELLS),
    ...downloadedShells(own),
    ...onPath(BROWSERS),
    ...USUAL_PLACES,
    own,
  ]
  return candidates.find((file) => existsSync(file) && runs(file))
}

/** The path of an installed browser with all of its parts, such as what shows PDFs; its shell has not. */
export const wholeChromium = (): string | undefined =>
  [...onPath(BROWSERS), ...USUAL_PLACES, chromium.executablePath()].find(
    (file) => existsSync(file) && runs(file),
  )

function onPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Playwright keeps the shell in a folder beside the one of the whole browser. */
function downloadedShells(browser: string): string[] {
  const cache = dirname(dirname(dirname(browser)))
  const names = '{chrome-headless-shell,headless_shell}{,.exe}'
  return globSync(join(cache, 'chromium_headless_shell-*', '*', names))
}

/** The path of a browser, installed first where there is none; undefined where that does not work. */
export async function findOrInstallChromium(): Promise<string | undefined> {
  return installedChromium() ?? (await download()) ?? (await installPackage())
}

async function download(): Promise<string | undefined> {
  console.log('No Chrome or Chromium is installed here, so Playwright downloads one.')
  const playwright = ['node_modules/playwright/cli.js', 'install', 'chromium', '--only-shell']
  await attempt(DOWNLOAD_MS, process.execPath, ...playwright)
  return installedChromium()
}

/** Debian's package, where this process may install it. */
async function installPackage(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Playwright brought no browser that runs here, so apt-get installs Chromium.')
  await attempt(PACKAGE_MANAGER_MS, 'apt-get', 'update')
  // A bare machine has no fonts either, and Chromium wants one to fall back to.
  const install = ['install', '--yes', '--no-install-recommends', 'fonts-liberation']
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    await attempt(PACKAGE_MANAGER_MS, 'apt-get', ...install, browser)
    const installed = installedChromium()
    if (installed) return installed
  }
  return undefined
}

async function attempt(timeout: number, command: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await promisify(execFile)(command, args, { timeout, env })
  } catch {
    console.log(`"${[command, ...args].join(' ')}" did not work.`)
  }
}
