import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import type { Hsts } from '../promises/strict-transport.ts'
import { recaptchaIn } from './bot-check.ts'
import { headersFile } from './headers-file.ts'
import { inspectHtml } from './inspect-html.ts'
import { contentSecurityPolicy } from './policy.ts'

/** After the build: hashes inline scripts and styles, and writes the headers of all pages. */
export const securityHeaders = (hsts: Hsts): AstroIntegration => ({
  name: 'security-headers',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const pages = await writeHeaders(fileURLToPath(dir), process.env, hsts)
      logger.info(`policy for ${pages} pages written to _headers`)
    },
  },
})

/**
 * Reads every page in `dist`, writes dist/_headers, and resolves to the number of pages. Throws if
 * the policy would break a page.
 */
export async function writeHeaders(dist: string, env: NodeJS.ProcessEnv, hsts: Hsts) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const faults: string[] = []
  const files = await readdir(dist, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html')).sort()

  for (const page of pages) {
    const found = inspectHtml(await readFile(`${dist}/${page}`, 'utf8'))
    for (const script of found.scripts) scripts.add(script)
    for (const style of found.styles) styles.add(style)
    faults.push(...found.faults.map((fault) => `${page}: ${fault}`))
  }
  if (faults.length > 0) throw new BlockedByPolicyError(faults)

  const policies = {
    site: contentSecurityPolicy({ scripts, styles }, recaptchaIn(env)),
    admin: contentSecurityPolicy({ scripts, styles }, null),
  }
  await writeFile(`${dist}/_headers`, headersFile(policies, hsts))
  return pages.length
}

class BlockedByPolicyError extends Error {
  constructor(faults: string[]) {
    super(
      `The Content-Security-Policy would block this. Use a class, or a listener in a script:\n` +
        faults.map((fault) => `  ${fault}`).join('\n'),
    )
    this.name = 'BlockedByPolicyError'
  }
}
