import { strictTransport, type Hsts } from '../promises/strict-transport.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** Browser features that no page uses. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const FOREVER = { 'Cache-Control': `public, max-age=${ONE_YEAR_SECONDS}, immutable` }
const PRIVATE = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

type Policies = { site: string; admin: string }

const rules = (policies: Policies, hsts: Hsts): Record<string, Record<string, string>> => ({
  '/*': {
    'Content-Security-Policy': policies.site,
    'Strict-Transport-Security': strictTransport(hsts),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'X-Frame-Options': 'DENY',
  },
  // Astro puts a hash into these names. A font that changes needs a new name.
  '/_astro/*': FOREVER,
  '/fonts/*': FOREVER,
  '/admin': { ...PRIVATE, 'Content-Security-Policy': policies.admin },
  '/admin/*': { ...PRIVATE, 'Content-Security-Policy': policies.admin },
})

/** The text of dist/_headers (https://docs.netlify.com/manage/routing/headers/). */
export const headersFile = (policies: Policies, hsts: Hsts) =>
  Object.entries(rules(policies, hsts))
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n') + '\n'
