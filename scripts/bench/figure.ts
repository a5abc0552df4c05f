import type { Cost } from './stage/this-process.ts'

/** A filled store, the same without derived keys, and the same with half its records deleted. */
export type StoreKind = 'calm' | 'bare' | 'thinned'

/** An act, measured in a new instance (cold) or in one that has read everything (warm). */
export type Subject = {
  store: StoreKind
  what: string
  memory?: 'cold' | 'warm'
  targets?: readonly Target[]
}

export type Target = { words: string; isMet: (cost: Cost, delayMs: number) => boolean }

export type Figure = Cost & {
  records: number
  delayMs: number
  store: StoreKind
  what: string
  memory: string
  /** Says if the result is incomplete or wrong. */
  note: string
  targets: { words: string; isMet: boolean }[]
}

export const fewRequests = (most: number): Target => ({
  words: `≤ ${most} requests`,
  isMet: ({ requests }) => requests <= most,
})

export const fewRounds = (most: number): Target => ({
  words: `≤ ${most} rounds`,
  isMet: ({ rounds }) => rounds <= most,
})

export const within = (most: number): Target => ({
  words: most < 10_000 ? `≤ ${most / 1_000} s` : `≤ ${most / 60_000} min`,
  isMet: ({ ms }) => ms <= most,
})

/** Limits an act's time without its waits for storage. */
export const besidesWaiting = (most: number): Target => ({
  words: `≤ ${most} ms besides waiting`,
  isMet: ({ ms, rounds }, delayMs) => ms - rounds * delayMs <= most,
})

export const asManyRequests = ({ records, requests }: Figure): Target => ({
  words: `${requests} requests as with ${records.toLocaleString('en')}`,
  isMet: (cost) => cost.requests === requests,
})

/** The header of `lineOf`'s columns. */
export const HEADER = `${'what'.padEnd(26)}      requests  rounds        ms`

export function lineOf({ what, memory, requests, rounds, ms, targets, note }: Figure): string {
  const verdicts = targets.map(({ words, isMet }) => `${isMet ? 'ok' : 'RED'} ${words}`)
  const columns = [
    what.padEnd(26),
    memory.padEnd(4),
    String(requests).padStart(9),
    String(rounds).padStart(7),
    ms.toFixed(ms < 1_000 ? 1 : 0).padStart(9),
  ]
  return `${columns.join(' ')}  ${[...verdicts, ...(note ? [note] : [])].join('; ')}`
}

/** The value below which this share of the values lies; 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN
