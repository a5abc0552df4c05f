/**
 * The element around each island, as `npm run build` ships it in place of Astro's own: the same
 * attributes, a quarter of the bytes. It knows what this site's islands use: React
 * from the server, with props of plain data. src/build/island-script.ts refuses a build that needs more.
 */

/** A value as Astro writes it down: 0 is plain or an object of such values, 1 an array of them. */
type Written = [kind: 0 | 1, value: unknown]

type Props = Record<string, unknown>
type Hydrate = (component: unknown, props: Props, slots: object, options: object) => Promise<void>
type Renderer = { default: (island: HTMLElement) => Hydrate }
type Directive = (
  load: () => Promise<() => unknown>,
  options: object,
  island: HTMLElement,
) => unknown

/** Where Astro's own scripts put them. */
type Page = { Astro: Record<string, Directive> }

/** How long to wait before the second try. */
const RETRY_MS = 1000

const read = ([kind, value]: Written): unknown => {
  if (kind === 1) return (value as Written[]).map(read)
  return value instanceof Object ? readAll(value as Record<string, Written>) : value
}

const readAll = (values: Record<string, Written>): Props =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))

/** React has to find the whole island: a page may still be arriving when its code is there. */
const arrived = async () => {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
}

/** Its casts say what Astro writes into the attributes, and what the two files export. */
class Island extends HTMLElement {
  connectedCallback() {
    void (self as unknown as Page).Astro[this.text('client')]?.(() => this.load(), {}, this)
  }

  text(name: string) {
    return this.getAttribute(name) ?? ''
  }

  /** A browser may remember that an address failed: the second try has another one. */
  fetch(name: string): Promise<object> {
    const url = this.text(name)
    return import(url).catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return import(`${url}?retry=${Date.now()}`) as Promise<object>
    })
  }

  /** Fails where the code does not come, unlike Astro's, which then raises an event. */
  async load() {
    const [code, renderer] = await Promise.all([
      this.fetch('component-url') as Promise<Props>,
      this.fetch('renderer-url') as Promise<Renderer>,
      arrived(),
    ])
    return async () => {
      const options = { client: this.text('client') }
      const props = readAll(JSON.parse(this.text('props')) as Record<string, Written>)
      await renderer.default(this)(code[this.text('component-export')], props, {}, options)
      this.removeAttribute('ssr')
    }
  }
}

customElements.define('astro-island', Island)
