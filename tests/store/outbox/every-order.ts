/**
 * Plays all that actors can do to a small store, in every order, each of them dying at every step or
 * not; each state once. It knows no code of ours: what it plays is a design.
 */

/** What an actor knows: which step is its next one, and what it has seen. */
export type Known = { next: string; hasDied?: true } & Record<string, unknown>

/** One request to the store; answers the name of the next one. */
export type Step<Store> = (store: Store, known: Known) => string

/** An actor ends with this step, or where it dies. */
export const END = 'end'

/** Steps by their names; the first one is called `begin`. */
export type Program<Store> = Readonly<Record<string, Step<Store>>>

/** What is played; in the store stands who has ended, well or not. */
export type Play<Store> = {
  store: Store
  actors: Readonly<Record<string, Program<Store>>>
  /** Whose process may end before any of its steps. */
  mayDie: readonly string[]
  /** What is wrong once nobody has anything left to do; undefined where all is well. */
  verdict: (store: Store, known: Readonly<Record<string, Known>>) => string | undefined
}

type World<Store> = { store: Store; known: Record<string, Known>; path: string[] }

/** The first wrong end, with the steps to it, and how many states there are. */
export function everyOrder<Store extends { over: string[] }>(play: Play<Store>) {
  const { actors, mayDie, verdict } = play
  const names = Object.keys(actors)
  const begin = Object.fromEntries(names.map((name) => [name, { next: 'begin' }]))
  const left: World<Store>[] = [{ store: play.store, known: begin, path: [] }]
  const seen = new Set<string>()
  for (let world = left.pop(); world; world = left.pop()) {
    const { store, known, path } = world
    const state = JSON.stringify([store, known])
    if (seen.has(state)) continue
    seen.add(state)
    const active = names.filter((name) => known[name]?.next !== END)
    const wrong = active.length === 0 && verdict(store, known)
    if (wrong) return { wrong: [wrong, ...path].join('\n'), states: seen.size }
    for (const name of active) {
      const step = known[name]?.next ?? ''
      left.push(after(`${name}: ${step}`, (own, to) => actors[name]?.[step]?.(to, own) ?? '?'))
      if (mayDie.includes(name)) {
        left.push(after(`${name} dies before: ${step}`, (own) => ((own.hasDied = true), END)))
      }
      function after(words: string, go: (own: Known, store: Store) => string): World<Store> {
        const next = structuredClone({ store, known })
        const own = next.known[name] ?? { next: END }
        own.next = go(own, next.store)
        if (own.next === END) next.store.over.push(name)
        return { ...next, path: [...path, words] }
      }
    }
  }
  return { wrong: undefined, states: seen.size }
}
