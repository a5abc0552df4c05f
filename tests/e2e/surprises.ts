import type { BrowserContext } from 'playwright/test'
import { canaryInAddress } from './canaries.ts'

/** A busy machine has no time for every list at once. The page asks again, or does without. */
const BUSY = /status of 503 .*\/api\/admin\/(people(\/erase)?|weeks)\)$/

/** Reports errors, policy violations, and requests to other machines. */
export function watchForSurprises(context: BrowserContext, report: (surprise: string) => void) {
  context.on('console', (message) => {
    const words = `${message.text()} (${message.location().url})`
    if (message.type() === 'error' && !BUSY.test(words)) report(words)
  })
  context.on('weberror', (webError) => {
    report(String(webError.error()))
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
