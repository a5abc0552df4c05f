export type Header = [name: string, value: string]

/**
 * Headers without those for HTTPS. The local server speaks plain HTTP, and with these headers a
 * browser would ask for https:// (WebKit even on http://localhost, and then loads no file).
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
