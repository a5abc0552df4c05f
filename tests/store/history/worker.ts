import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answer, FromWorker, Task, ToWorker } from './tasks.ts'

const program = fileURLToPath(new URL('worker-program.ts', import.meta.url))

/** Nobody signs in with it, but the admin API wants one to be there. */
const PASSWORD_HASH = Buffer.from(
  `$argon2id$v=19$m=64,t=1,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`,
).toString('base64url')

const SETTINGS = {
  ADMIN_EMAIL: 'admin@studio.test',
  ADMIN_PASSWORD_HASH: PASSWORD_HASH,
  SESSION_SECRET: 'a secret for tests only, 32 or more characters',
  FLOOD_LIMIT: '100000',
}

/** What is known of a task whose worker died before it answered: nothing. */
const DIED: Answer = { status: 0, body: null }

/** Another process that has the functions, with its own faults on the way to the store. */
export class Worker {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #number = 0
  #isKilled = false

  constructor(context: string, faultRate: number, onOwnDeath: () => void) {
    const env = { ...process.env, ...SETTINGS, NETLIFY_BLOBS_CONTEXT: context }
    this.#child = fork(program, [String(faultRate)], { env, execArgv: [] })
    this.#child.on('message', (told) => {
      // The program sends nothing else.
      const { number, answer } = told as FromWorker
      this.#waiting.get(number)?.(answer)
      this.#waiting.delete(number)
    })
    this.#child.on('exit', () => {
      if (!this.#isKilled) onOwnDeath()
      for (const answer of this.#waiting.values()) answer(DIED)
    })
  }

  get tasks(): number {
    return this.#waiting.size
  }

  /** Its answer, or a status of 0 where it dies first. */
  do(task: Task): Promise<Answer> {
    if (this.#isKilled) return Promise.resolve(DIED)
    return new Promise((resolve) => {
      this.#waiting.set(++this.#number, resolve)
      this.#say({ number: this.#number, task })
    })
  }

  /** Says where the store is from now on. */
  tell(context: string): void {
    this.#say({ context })
  }

  #say(said: ToWorker): void {
    // What can't be said any more is answered by its exit.
    this.#child.send(said, () => undefined)
  }

  async kill(): Promise<void> {
    if (this.#isKilled) return
    this.#isKilled = true
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}
