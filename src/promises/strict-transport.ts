const TWO_YEARS_SECONDS = 63_072_000

/** How far the promise reaches, from content/studio.yaml. */
export type Hsts = { subdomains: boolean; preload: boolean }

/**
 * The promise that the site is there over HTTPS (https://www.rfc-editor.org/rfc/rfc6797#section-6.1).
 * Pages and functions make the same, because a browser keeps the last one.
 */
export const strictTransport = ({ subdomains, preload }: Hsts) =>
  [
    `max-age=${TWO_YEARS_SECONDS}`,
    ...(subdomains ? ['includeSubDomains'] : []),
    ...(preload ? ['preload'] : []),
  ].join('; ')
