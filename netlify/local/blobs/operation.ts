import type { BlobTable } from './blob-table.ts'

/** What the wire said, once it is clear what is meant and that the asker may. */
export type Asked = {
  store: string
  key: string
  query: URLSearchParams
  header: (name: string) => string | null | undefined
  body: Uint8Array
  /** How many entries one answer may have. */
  pageSize: number
}

/** What goes back over the wire. */
export type Answer = {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** One thing that can be asked for. It runs within a commit, so nothing comes between its steps. */
export type Operation = {
  writes: boolean
  perform: (table: BlobTable, asked: Asked) => Answer
}
