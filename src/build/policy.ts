import { TRUSTED_TYPES_POLICY, type Recaptcha } from '../forms/bot-check.ts'

/** Hashes of the pages' inline scripts and styles. */
type InlineHashes = { scripts: Iterable<string>; styles: Iterable<string> }

const GOOGLE = 'https://www.google.com/recaptcha/'

/**
 * The hosts that reCAPTCHA needs, from Google's list
 * (https://developers.google.com/recaptcha/docs/faq): its second script has another host. Some
 * visitors can't reach www.google.com. For another origin Google may use its Chinese host.
 */
function hostsOf({ origin }: Recaptcha) {
  const own = `${origin}/recaptcha/`
  const isGoogle = own === GOOGLE
  const chinese = isGoogle ? [] : ['https://www.gstatic.cn/recaptcha/']
  return {
    scripts: [own, 'https://www.gstatic.com/recaptcha/', ...chinese],
    calls: [own],
    frames: [own, ...(isGoogle ? ['https://recaptcha.google.com/recaptcha/'] : [])],
  }
}

/**
 * The Content-Security-Policy (https://www.w3.org/TR/CSP3/). It allows our own files and what was
 * hashed. All public pages share one. The admin area has its own, without the bot check's hosts:
 * Netlify sends both there, and a browser obeys both.
 */
export function contentSecurityPolicy(inline: InlineHashes, recaptcha: Recaptcha | null) {
  const self = "'self'"
  const none = "'none'"
  const theirs = recaptcha ? hostsOf(recaptcha) : { scripts: [], calls: [], frames: [] }
  const directives = {
    'default-src': [none],
    'script-src': [self, ...inline.scripts, ...theirs.scripts],
    'style-src': [self, ...inline.styles],
    'img-src': [self, 'data:'],
    'font-src': [self],
    'connect-src': [self, ...theirs.calls],
    // Only a resume allows framing, in its own response (netlify/server/http/answers.ts).
    'frame-src': [self, ...theirs.frames],
    'worker-src': [self],
    'manifest-src': [self],
    'form-action': [self],
    'base-uri': [none],
    'object-src': [none],
    'frame-ancestors': [none],
    'require-trusted-types-for': ["'script'"],
    // Google names no policies, so with its bot check any name is allowed.
    ...(recaptcha ? {} : { 'trusted-types': [TRUSTED_TYPES_POLICY] }),
    'upgrade-insecure-requests': [],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}
