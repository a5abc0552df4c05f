import type { BrowserContext } from 'playwright/test'
import { canaryInAddress } from './canaries.ts'

/** A busy machine has no time for every list at once. The page asks again, or does without. */
const BUSY = /status of 503 .*\/api\/admin\/(people(\/erase)?|weeks)\)$/

/** The browser ends its transition between two pages when a test changes the window meanwhile. */
const RESIZED = 'Transition was aborted because of invalid state. Viewport size changed'

/** Reports errors, policy violations, and requests to other machines. */
export function watchForSurprises(context: BrowserContext, report: (surprise: string) => void) {
  context.on('console', (message) => {
    const words = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !BUSY.test(words)) report(words)
  })
  context.on('weberror', (webError) => {
    const words = String(webError.error())
    if (!words.includes(RESIZED)) report(words)
  })
  context.on('request', (request) => {
    if (!isLocal(request.url())) report(`Request to another machine: ${request.url()}`)
    const canary = canaryInAddress(request.url())
    if (canary) report(`“${canary}” in an address: ${request.method()} ${request.url()}`)
  })
  return context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Policy violation: ${event.violatedDirective} blocked ${event.blockedURI}`)
    })
  })
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', ''])
/** Parts of the browser itself, such as its PDF viewer. */
const OWN_PARTS = new Set(['chrome:', 'chrome-extension:'])

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return OWN_PARTS.has(protocol) || LOCAL_HOSTS.has(hostname)
}
