/**
 * The element around each island, as `npm run build` ships it in place of Astro's own: a quarter of
 * the bytes, the directive included. It knows what this site's islands use: React from the server,
 * with props of plain data. src/build/island-script.ts refuses a build that needs more.
 */
import touched from './touched.ts'

type Hydrate = (island: HTMLElement) => (component: unknown, props: unknown) => void

/** How long to wait before the second try. */
const RETRY_MS = 1000

/** React has to find the whole island: a page may still be arriving when its code is there. */
const arrived = async () => {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
}

/** A browser may remember that an address failed: the second try has another one. */
const twice = (url: string): Promise<Record<string, unknown>> =>
  import(url).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return import(`${url}?retry=${Date.now()}`) as Promise<object>
  })

class Island extends HTMLElement {
  connectedCallback() {
    const load = () => this.load()
    if (this.text('client') === 'touched') void touched(load, {}, this)
    else void load().then((hydrate) => hydrate())
  }

  text(name: string) {
    return this.getAttribute(name) ?? ''
  }

  /** Asks for all files at once, also for those that the first two import. Fails where one does not come. */
  async load() {
    const [code, renderer] = await Promise.all([
      ...this.text('files').split(' ').map(twice),
      arrived(),
    ])
    return () => {
      ;(renderer?.['default'] as Hydrate)(this)(
        code?.[this.text('component-export')],
        JSON.parse(this.text('props')),
      )
      this.removeAttribute('ssr')
    }
  }
}

customElements.define('astro-island', Island)
