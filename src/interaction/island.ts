/**
 * The element around each island, as `npm run build` ships it in place of Astro's own: a fifth of the
 * bytes, the directive included. It knows what this site's islands use: React from the server, with
 * props of plain data. src/build/lean/lean-islands.ts writes what it reads, and refuses what needs more.
 */
import touched from './touched.ts'

type Files = Record<string, unknown>
type Renderer = { default: (island: HTMLElement) => (component: unknown, props: unknown) => void }

/** How long to wait before the second try. */
const RETRY_MS = 1000

/** A browser may remember that an address failed: the second try has another one. */
const twice = (url: string): Promise<unknown> =>
  import(url).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return import(`${url}?retry=${Date.now()}`) as Promise<unknown>
  })

class Island extends HTMLElement {
  connectedCallback() {
    const { files = '', name = '', props = '', now } = this.dataset

    /** Asks for all files at once, also for those that the first two import; fails where one does not come. */
    const load = async () => {
      const [code, renderer] = await Promise.all(files.split(' ').map(twice))
      // React has to find the whole island: the page may still be arriving.
      if (document.readyState === 'loading') {
        await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
      }
      return () => {
        ;(renderer as Renderer).default(this)((code as Files)[name], JSON.parse(props))
        this.removeAttribute('ssr')
        return Promise.resolve()
      }
    }
    if (now === undefined) touched(load, {} as never, this)
    else void load().then((hydrate) => hydrate())
  }
}

customElements.define('astro-island', Island)
