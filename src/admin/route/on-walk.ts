import { closeRecord } from './navigation.ts'
import { $route, replaceRoute } from './route.ts'
import { walk } from './walk.ts'

const placeOf = (id: string | undefined) => walk.routes.findIndex(({ record }) => record === id)

function stepTo(at: number) {
  const route = walk.routes[at]
  if (!route) return undefined
  return () => {
    walk.line = { id: route.record, at }
    replaceRoute(route)
  }
}

/** The ways on from a record that was opened from the overview. */
export function onWalk(id: string | undefined) {
  const at = placeOf(id)
  if (at < 0) return undefined
  return {
    position: `${at + 1} of ${walk.routes.length} due next`,
    next: stepTo(at + 1),
    previous: stepTo(at - 1),
  }
}

/** Takes the open record off the walk, and opens its neighbour; false for a record of a list. */
export function leaveWalk(): boolean {
  const at = placeOf($route.get().record)
  if (at < 0) return false
  walk.routes = walk.routes.toSpliced(at, 1)
  const go = stepTo(at) ?? stepTo(at - 1) ?? closeRecord
  go()
  return true
}
