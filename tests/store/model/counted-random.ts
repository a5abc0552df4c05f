import { currentActor } from './actor.ts'

/**
 * Names that are different from each other, and the same in each run of a schedule. Each actor has
 * its own, so that they say nothing of who was first.
 */
const counts = new Map<string, number>()

/** Begins anew, with the schedule. */
export function countAnew() {
  counts.clear()
}

/** The next number of whoever acts, in ten hex digits: its phase, its place in that, and how many it had. */
function next(): string {
  const { name = '' } = currentActor() ?? {}
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  const [, phase = '0', place = '0'] = /^(\d+)\.(\d+)/.exec(name) ?? []
  return [phase.padStart(2, '0'), place.padStart(2, '0'), count.toString(16).padStart(6, '0')].join(
    '',
  )
}

export const randomBytes = (bytes: number) => Buffer.from(next().padStart(2 * bytes, '0'), 'hex')

export const randomUUID = () => `write-${next()}`
