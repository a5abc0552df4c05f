/** What the pages hold inline, as the hashes that a policy names them by. */
export type Inline = { scripts: Iterable<string>; styles: Iterable<string> }

/** The bot check of a third party, when the build is configured for it. */
export type BotCheckHosts = { origin: string } | undefined

const GOOGLE = 'https://www.google.com'
const GSTATIC = 'https://www.gstatic.com'

/** Reads RECAPTCHA_SITE_KEY and RECAPTCHA_ORIGIN: without a key no other host is let in. */
export const botCheckHosts = (env: NodeJS.ProcessEnv): BotCheckHosts =>
  env['RECAPTCHA_SITE_KEY'] ? { origin: env['RECAPTCHA_ORIGIN'] || GOOGLE } : undefined

/**
 * One policy for all pages: Netlify joins the headers of every rule that matches, and two policies
 * would both apply. Nothing is allowed but what is ours and what was hashed.
 */
export function contentSecurityPolicy(inline: Inline, botCheck?: BotCheckHosts) {
  const self = "'self'"
  const none = "'none'"
  const theirs = botCheck ? [botCheck.origin] : []
  const directives = {
    'default-src': [none],
    'script-src': [self, ...inline.scripts, ...theirs, ...(botCheck ? [GSTATIC] : [])],
    'style-src': [self, ...inline.styles],
    'img-src': [self, 'data:'],
    'font-src': [self],
    'connect-src': [self, ...theirs],
    ...(botCheck ? { 'frame-src': theirs } : {}),
    'worker-src': [self],
    'manifest-src': [self],
    'form-action': [self],
    'base-uri': [none],
    'object-src': [none],
    'frame-ancestors': [none],
    'require-trusted-types-for': ["'script'"],
    'upgrade-insecure-requests': [],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}
