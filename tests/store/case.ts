import type { Store } from '@netlify/blobs'
import type { Access } from './backends.ts'

/** One thing that a store promises, told through the client that the site uses. */
export type Case = {
  promise: string
  /** The store is empty and nobody else's; its name and the access open it in other ways. */
  run: (store: Store, access: Access, name: string) => Promise<void>
  /** How the stock server breaks the promise each time. */
  stock?: string
  /** How the stock server breaks the promise when the timing is right for it. */
  stockAtTimes?: string
}

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

export const keysOf = ({ blobs }: { blobs: { key: string }[] }) => blobs.map(({ key }) => key)
