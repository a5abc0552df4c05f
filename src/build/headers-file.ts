const TWO_YEARS_SECONDS = 63_072_000
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

const rules = (policy: string): Record<string, Record<string, string>> => ({
  '/*': {
    'Content-Security-Policy': policy,
    'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains; preload`,
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
  '/admin': PRIVATE,
  '/admin/*': PRIVATE,
})

/** The text of dist/_headers (https://docs.netlify.com/manage/routing/headers/). */
export const headersFile = (policy: string) =>
  Object.entries(rules(policy))
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n') + '\n'
