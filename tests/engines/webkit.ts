import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import type { Engine } from './engine.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const WINDOW = fileURLToPath(new URL('bare-window.py', import.meta.url))
/** The imports of bare-window.py. */
const BINDINGS =
  "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"
/** WebDriver's key for an element (https://www.w3.org/TR/webdriver2/#elements), and its Escape. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ESCAPE = '\uE00C'
const PATIENCE_MS = 15_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Sends a request to WebDriver, which speaks JSON over HTTP. */
async function ask(url: string, body?: object): Promise<unknown> {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = (await (await fetch(url, init)).json()) as { value: unknown }
  const { value } = answer
  if (value instanceof Object && 'error' in value) throw new Error(JSON.stringify(value))
  return value
}

/** Retries `act`, because WebDriver, unlike Puppeteer, does not wait until an element is usable. */
async function whenInteractable(act: () => Promise<unknown>): Promise<unknown> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!String(error).includes('not interactable') || performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function ready(url: string) {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    if (await ask(`${url}/status`).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('WebKitWebDriver did not start.')
}

export const webkit = {
  name: 'WebKit',
  install: 'apt-get install webkit2gtk-driver xvfb xauth python3-gi gir1.2-webkit2-4.1',
  // The driver opens its window with bare-window.py, which needs the Python bindings.
  isInstalled: () =>
    [DRIVER, '/usr/bin/xvfb-run', '/usr/bin/xauth'].every(existsSync) &&
    spawnSync('/usr/bin/python3', ['-c', BINDINGS]).status === 0,

  start: async (): Promise<Engine> => {
    const port = await freePort()
    const screen = ['-a', '-s', '-screen 0 1400x1000x24']
    // A new process group, so that `close` ends the screen together with the driver.
    const driver = spawn('xvfb-run', [...screen, DRIVER, `--port=${port}`], {
      stdio: 'ignore',
      detached: true,
    })
    const base = `http://127.0.0.1:${port}`
    await ready(base)
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: WINDOW, args: [] } }
    const { sessionId } = (await ask(`${base}/session`, { capabilities: { alwaysMatch } })) as {
      sessionId: string
    }
    const session = `${base}/session/${sessionId}`
    await ask(`${session}/window/rect`, { width: 1280, height: 900 })
    const element = async (selector: string) => {
      const found = await ask(`${session}/element`, { using: 'css selector', value: selector })
      return `${session}/element/${(found as Record<string, string>)[ELEMENT]}`
    }
    return {
      open: (url) => ask(`${session}/url`, { url }),
      click: (selector) =>
        whenInteractable(async () => ask(`${await element(selector)}/click`, {})),
      type: (selector, text) =>
        whenInteractable(async () => ask(`${await element(selector)}/value`, { text })),
      escape: async () => ask(`${await element(':focus')}/value`, { text: ESCAPE }),
      ask: (expression) =>
        ask(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      async close() {
        if (driver.pid) process.kill(-driver.pid)
        await once(driver, 'exit')
      },
    }
  },
}
