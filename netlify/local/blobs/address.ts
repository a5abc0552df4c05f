/** A blob when there is a key, else a store, else the site itself. */
export type Address = { site: string; store: string; key: string }

const ADDRESS = /^\/(?:region:[^/]*\/)?(?<site>[^/]+)(?:\/(?<store>[^/]*))?(?:\/(?<key>.*))?$/s

/**
 * Reads `/site/store/key`; a region before the site changes nothing here. The client does not encode
 * keys, but `URL` encodes what it must, so one decoding gives back the key it was given. (A key with
 * `?`, `#`, `%`, `\` or `..` is another key before it leaves the client, here or in production.)
 */
export function readAddress({ pathname }: URL): Address | undefined {
  try {
    const { site, store = '', key = '' } = ADDRESS.exec(decodeURIComponent(pathname))?.groups ?? {}
    return site === undefined ? undefined : { site, store, key }
  } catch {
    return undefined
  }
}
