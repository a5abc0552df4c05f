/** A name and its value. */
export type Header = [name: string, value: string]

/**
 * Headers without what only a site on HTTPS may say. The local server speaks plain HTTP, and a
 * browser that takes these at their word looks for an https:// that is not there: WebKit even on
 * http://localhost, where it then loads no font, picture or script.
 */
export const withoutHttps = (headers: Header[]): Header[] =>
  headers
    .filter(([name]) => name.toLowerCase() !== 'strict-transport-security')
    .map(([name, value]) => [name, isPolicy(name) ? withoutUpgrade(value) : value])

const isPolicy = (name: string) => name.toLowerCase() === 'content-security-policy'

const withoutUpgrade = (policy: string) =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== 'upgrade-insecure-requests')
    .join('; ')
