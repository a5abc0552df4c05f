/** What a worker is asked to do: a request as a visitor or the admin sends it, or the clock's work. */
export type Task =
  | { does: 'send'; form: string; key: string; answers: Record<string, unknown> }
  | { does: 'ask'; method: 'GET' | 'POST' | 'DELETE'; path: string }
  /** A run of so many milliseconds, or of the usual time. */
  | { does: 'keep house'; ms?: number }
  | { does: 'check' }
  /** Answers once nothing that this worker has sent is still on its way. */
  | { does: 'come to rest' }

/** What it was told; `log` is what a status of 500 left in the log. */
export type Answer = { status: number; body: unknown; log?: string }

/** What a parent says to a worker: a task, or where the store is from now on. */
export type ToWorker = { number: number; task: Task } | { context: string }

/** What a worker says to its parent. */
export type FromWorker = { number: number; answer: Answer }
