/**
 * Hydrates an island. `npm run build` ships it instead of @astrojs/react's own renderer
 * (src/build/island-runtime.ts), which also creates islands from scratch, fills slots, restores
 * action state, and renders each island twice. It loads at the first touch.
 */
import { createElement, startTransition, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { followAnew } from './drawn-anew.ts'

/** A value in Astro's `props` encoding: 0 is plain or an object of values, 1 an array of them. */
type Written = [kind: number, value: unknown]

async function hydrate(island: HTMLElement, code: Record<string, FunctionComponent<object>>) {
  // React needs the whole island, and the page may still be loading.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  }
  const attribute = (name: string) => island.getAttribute(name) ?? ''
  const component = code[attribute('component-export')]
  if (!component) throw new Error(`${attribute('component-url')} exports no such island.`)
  const props = readAll(JSON.parse(attribute('props')) as Record<string, Written>)
  const follow = followAnew(island)
  startTransition(() => {
    hydrateRoot(island, createElement(component, props), {
      identifierPrefix: attribute('prefix'),
      onRecoverableError(error) {
        reportError(error)
        follow()
      },
    })
  })
  island.removeAttribute('ssr')
}

const readAll = (values: Record<string, Written>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))

const read = ([kind, value]: Written): unknown => {
  if (kind > 1) throw new Error('The props of an island are plain data.')
  if (kind === 1) return (value as Written[]).map(read)
  return value instanceof Object ? readAll(value as Record<string, Written>) : value
}

export default hydrate
