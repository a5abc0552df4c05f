import { MortalStore } from './mortal-store.ts'
import type { Answer, Task } from './tasks.ts'
import { Worker } from './worker.ts'

/** Some workers and the one store that they share, all of which may die at any time. */
export class Crew {
  readonly #store: MortalStore
  readonly #faultRate: number
  #workers: Worker[] = []
  /** How many were killed, and how many workers ended on their own, which is a fault. */
  readonly deaths = { workers: 0, stores: 0, own: 0 }
  #restarted = Promise.resolve()

  private constructor(store: MortalStore, faultRate: number, size: number) {
    this.#store = store
    this.#faultRate = faultRate
    this.#workers = Array.from({ length: size }, () => this.#newWorker())
  }

  /** Begins with the store's file, be it there or not. */
  static async start(file: string, faultRate: number, size: number): Promise<Crew> {
    const store = new MortalStore(file)
    await store.start()
    return new Crew(store, faultRate, size)
  }

  #newWorker(): Worker {
    return new Worker(this.#store.context, this.#faultRate, () => {
      this.deaths.own++
    })
  }

  /** The answer of the worker whose turn it is: what is tried again, another one does. */
  do(task: Task): Promise<Answer> {
    const [next, ...others] = this.#workers
    if (!next) throw new RangeError('There is no worker.')
    this.#workers = [...others, next]
    return next.do(task)
  }

  /** Everybody's answers. */
  all(task: Task): Promise<Answer[]> {
    return Promise.all(this.#workers.map((worker) => worker.do(task)))
  }

  /** Kills the worker that is in the middle of most, and puts another one in its place. */
  async killWorker(): Promise<void> {
    const [victim] = [...this.#workers].sort((one, other) => other.tasks - one.tasks)
    this.#workers = this.#workers.map((one) => (one === victim ? this.#newWorker() : one))
    this.deaths.workers++
    await victim?.kill()
  }

  /** Kills the store; it comes back with its file, where it was. */
  killStore(): Promise<void> {
    // One death at a time.
    this.#restarted = this.#restarted.then(async () => {
      this.deaths.stores++
      await this.#store.kill()
      await this.#store.start()
      for (const worker of this.#workers) worker.tell(this.#store.context)
    })
    return this.#restarted
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.kill()))
    await this.#restarted
    await this.#store.kill()
  }
}
