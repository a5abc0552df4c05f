/**
 * Hydrates an island. `npm run build` ships it instead of @astrojs/react's own renderer
 * (src/build/island-runtime.ts), which also creates islands from scratch, fills slots, restores
 * action state, and renders each island twice. It loads at the first touch.
 */
import { createElement, startTransition, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * A value in Astro's `props` encoding: 0 is plain or an object of values, 1 an array of them. No island
 * has props of other kinds, such as dates.
 */
type Written = [kind: number, value: unknown]

async function hydrate(island: HTMLElement, code: Record<string, FunctionComponent<object>>) {
  // React needs the whole island, and the page may still be loading.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  }
  const attribute = (name: string) => island.getAttribute(name) ?? ''
  const props = readAll(JSON.parse(attribute('props')) as Record<string, Written>)
  const before = island.querySelectorAll<HTMLElement>('*')
  startTransition(() => {
    // Astro has written the name of an export.
    hydrateRoot(island, createElement(code[attribute('component-export')] as never, props), {
      identifierPrefix: attribute('prefix'),
      // Its elements were changed before, as by a translation.
      onRecoverableError: (error) =>
        void import('./drawn-anew.ts').then((code) => code.followAnew(island, before, error)),
    })
  })
  island.removeAttribute('ssr')
}

const readAll = (values: Record<string, Written>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))

const read = ([kind, value]: Written): unknown => {
  if (kind === 1) return (value as Written[]).map(read)
  return value instanceof Object ? readAll(value as Record<string, Written>) : value
}

export default hydrate
