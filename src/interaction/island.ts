/**
 * The custom element around each island. `npm run build` ships it instead of Astro's own
 * (src/build/island-runtime.ts): it has a fifth of the bytes, with the directives `client:touched`
 * and `client:load` included. It reads the same attributes.
 */
import touched, { sayFailed } from './touched.ts'

type Renderer = { default: (island: HTMLElement, code: unknown) => Promise<void> }

/** The delay before the second try. */
const RETRY_MS = 1000

/**
 * A browser may remember that an address failed, so the second try uses another one. A server does not
 * see its end: the query may name the deploy that the page belongs to.
 */
const tryTwice = (url: string): Promise<unknown> =>
  import(url).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return import(`${url}#${Date.now()}`) as Promise<unknown>
  })

class Island extends HTMLElement {
  connectedCallback() {
    const load = async () => {
      const [code, renderer] = await Promise.all(
        ['component-url', 'renderer-url'].map((name) => tryTwice(this.getAttribute(name) ?? '')),
      )
      return () => (renderer as Renderer).default(this, code)
    }
    if (this.getAttribute('client') !== 'load') touched(load, {} as never, this)
    else
      void load().then(
        (hydrate) => hydrate(),
        () => sayFailed(this),
      )
  }
}

customElements.define('astro-island', Island)
