import type { Store } from '@netlify/blobs'
import type { Access } from './backends.ts'

/** A promise of the store, tested with the site's client. */
export type Case = {
  promise: string
  /** Gets a new, empty store. `access` and `name` can open the store again. */
  run: (store: Store, access: Access, name: string) => Promise<void>
  /** Says how the stock server always breaks the promise. */
  stock?: string
  /** Says how the stock server sometimes breaks the promise, depending on timing. */
  stockAtTimes?: string
}

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

export const keysOf = ({ blobs }: { blobs: { key: string }[] }) => blobs.map(({ key }) => key)
