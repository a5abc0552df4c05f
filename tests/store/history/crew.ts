import { MortalStore } from './mortal-store.ts'
import type { Answer, Task } from './tasks.ts'
import { type Build, Worker } from './worker.ts'

/** Some workers and their shared store. Each of these processes can die at any time. */
export class Crew {
  readonly #store: MortalStore
  readonly #faultRate: number
  #workers: Worker[] = []
  /** Killed workers and stores. `own` counts workers that end by themselves, which is a fault. */
  readonly deaths = { workers: 0, stores: 0, own: 0 }
  #restarted = Promise.resolve()

  private constructor(store: MortalStore, faultRate: number, builds: Build[]) {
    this.#store = store
    this.#faultRate = faultRate
    this.#workers = builds.map((build) => this.#newWorker(build))
  }

  /** Starts the store with a new or an existing file, and a worker of each build. */
  static async start(file: string, faultRate: number, builds: Build[]): Promise<Crew> {
    const store = new MortalStore(file)
    await store.start()
    return new Crew(store, faultRate, builds)
  }

  #newWorker(build: Build): Worker {
    return new Worker(this.#store.context, this.#faultRate, build, () => {
      this.deaths.own++
    })
  }

  /** Gives the task to the workers in turn, so that another worker does a retry. */
  do(task: Task): Promise<Answer> {
    const [next, ...others] = this.#workers
    if (!next) throw new RangeError('There is no worker.')
    this.#workers = [...others, next]
    return next.do(task)
  }

  /** Gives the task to all workers. */
  all(task: Task): Promise<Answer[]> {
    return Promise.all(this.#workers.map((worker) => worker.do(task)))
  }

  /** Kills the worker with the most open tasks, and starts another one instead. */
  async killWorker(): Promise<void> {
    const [victim] = [...this.#workers].sort((one, other) => other.tasks - one.tasks)
    this.#workers = this.#workers.map((one) =>
      one === victim ? this.#newWorker(victim.build) : one,
    )
    this.deaths.workers++
    await victim?.kill()
  }

  /** Kills the store and starts it again with the same file and port. */
  killStore(): Promise<void> {
    // Each restart waits for the previous one.
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
