/** A task for a worker: a visitor's or the admin's request, or scheduled work. */
export type Task =
  | { does: 'send'; form: string; key: string; answers: Record<string, unknown> }
  | { does: 'ask'; method: 'GET' | 'POST' | 'DELETE'; path: string }
  /** Without `ms`, the run has the usual time limit. */
  | { does: 'keep house'; ms?: number }
  | { does: 'check' }
  /** Answers after all requests of this worker have arrived. */
  | { does: 'come to rest' }

/** The answer to a task; `log` has the log lines of a status 500. */
export type Answer = { status: number; body: unknown; log?: string }

/** A message to a worker: a task, or the new context of the store. */
export type ToWorker = { number: number; task: Task } | { context: string }

/** A message from a worker to its parent. */
export type FromWorker = { number: number; answer: Answer }
