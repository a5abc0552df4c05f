export type Header = [name: string, value: string]

/**
 * Removes the headers for HTTPS. The local server speaks plain HTTP, and these headers make a
 * browser load https:// addresses (WebKit even on http://localhost).
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
