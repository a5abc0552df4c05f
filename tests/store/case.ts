import type { Store } from '@netlify/blobs'
import type { Access } from './backends.ts'

/** A promise of the store, tested with the site's client. */
export type Case = {
  promise: string
  /** The store is new and empty. `access` and `name` can open it again. */
  run: (store: Store, access: Access, name: string) => Promise<void>
  /** How the stock server breaks the promise each time. */
  stock?: string
  /** How the stock server breaks the promise when the timing is right for it. */
  stockAtTimes?: string
}

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

export const keysOf = ({ blobs }: { blobs: { key: string }[] }) => blobs.map(({ key }) => key)
