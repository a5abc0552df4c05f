import { existsSync } from 'node:fs'

import { launch } from 'puppeteer-core'

import type { Engine } from './engine.ts'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

export const firefox = {
  name: 'Firefox',
  install: 'apt-get install firefox-esr',
  isInstalled: () => PLACES.some((place) => existsSync(place)),

  start: async (): Promise<Engine> => {
    const executablePath = PLACES.find((place) => existsSync(place)) ?? ''
    const browser = await launch({ browser: 'firefox', executablePath, headless: true })
    // The first tab keeps the focus in the address bar.
    const page = await browser.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    return {
      open: (url) => page.goto(url),
      click: (selector) => page.click(selector),
      type: (selector, text) => page.type(selector, text),
      escape: () => page.keyboard.press('Escape'),
      ask: (expression) => page.evaluate(expression),
      close: () => browser.close(),
    }
  },
}
