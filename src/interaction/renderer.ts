/**
 * What brings an island to life, as `npm run build` ships it in place of @astrojs/react's own: that
 * one also creates islands from nothing, fills slots and takes up the state of an action, and renders
 * each island twice. src/build/lean/island-script.ts refuses a build that needs more.
 */
import { createElement, startTransition, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'

const hydrate =
  (island: HTMLElement) =>
  (component: FunctionComponent<object>, props: object): void => {
    startTransition(() => {
      const identifierPrefix = island.getAttribute('prefix') ?? ''
      hydrateRoot(island, createElement(component, props), { identifierPrefix })
    })
  }

export default hydrate
