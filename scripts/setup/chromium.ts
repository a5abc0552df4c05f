import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { setting } from './settings.ts'

/** The headless shell comes first, because tests take half the CPU time on it. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

const DOWNLOAD_MS = 180_000
const PACKAGE_MANAGER_MS = 300_000
const VERSION_MS = 15_000

/** On some systems this name is a script that only offers to install the browser. */
const runs = (file: string) =>
  // On Windows `--version` opens a window.
  process.platform === 'win32' ||
  spawnSync(file, ['--version'], { timeout: VERSION_MS }).status === 0

/**
 * The browser of CHROMIUM_PATH, an installed one, or Playwright's; undefined if none runs. Throws
 * if CHROMIUM_PATH names no file.
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

/** The full browser also shows PDFs; the headless shell doesn't. */
export const wholeChromium = (): string | undefined =>
  [...onPath(BROWSERS), ...USUAL_PLACES, chromium.executablePath()].find(
    (file) => existsSync(file) && runs(file),
  )

function onPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Playwright downloads the shell next to the full browser. */
function downloadedShells(browser: string): string[] {
  const cache = dirname(dirname(dirname(browser)))
  const names = '{chrome-headless-shell,headless_shell}{,.exe}'
  return globSync(join(cache, 'chromium_headless_shell-*', '*', names))
}

/** Installs a browser if there is none; returns undefined if that fails. */
export async function findOrInstallChromium(): Promise<string | undefined> {
  return installedChromium() ?? (await download()) ?? (await installPackage())
}

/** Opens a browser for pictures and measuring; throws if none can be found or installed. */
export async function openDrawingBrowser(): Promise<Browser> {
  const executablePath = await findOrInstallChromium()
  if (!executablePath) throw new Error('Drawing needs Chrome or Chromium, and none could be found.')
  return chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--font-render-hinting=none',
      // Chromium can't use its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
}

async function download(): Promise<string | undefined> {
  console.log('No Chrome or Chromium is installed here, so Playwright downloads one.')
  const playwright = ['node_modules/playwright/cli.js', 'install', 'chromium', '--only-shell']
  await attempt(DOWNLOAD_MS, process.execPath, ...playwright)
  return installedChromium()
}

/** Installs Debian's package, as root. */
async function installPackage(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Playwright brought no browser that runs here, so apt-get installs Chromium.')
  await attempt(PACKAGE_MANAGER_MS, 'apt-get', 'update')
  // Chromium needs a font, and a bare machine may have none.
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
