import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answer, FromWorker, Task, ToWorker } from './tasks.ts'

/** This code, and that of the build before it (tests/store/earlier-build/README.md). */
const programs = { now: 'worker-program.ts', earlier: '../earlier-build/worker.mjs' }
export type Build = keyof typeof programs

/** The admin API requires a password hash, but no test signs in with it. */
const PASSWORD_HASH = Buffer.from(
  `$argon2id$v=19$m=64,t=1,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`,
).toString('base64url')

const SETTINGS = {
  ADMIN_EMAIL: 'admin@studio.test',
  ADMIN_PASSWORD_HASH: PASSWORD_HASH,
  SESSION_SECRET: 'a secret for tests only, 32 or more characters',
  FLOOD_LIMIT: '100000',
}

/** The answer to a task if its worker dies first. */
const DIED: Answer = { status: 0, body: null }

/** Another process with the functions and with faults in its storage requests. */
export class Worker {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  readonly build: Build
  #number = 0
  #isKilled = false

  constructor(context: string, faultRate: number, build: Build, onOwnDeath: () => void) {
    this.build = build
    const program = fileURLToPath(new URL(programs[build], import.meta.url))
    const env = { ...process.env, ...SETTINGS, NETLIFY_BLOBS_CONTEXT: context }
    this.#child = fork(program, [String(faultRate)], { env, execArgv: [] })
    this.#child.on('message', (told) => {
      // The worker program sends only this type.
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

  /** Gives the worker a task; the status is 0 if the worker dies first. */
  do(task: Task): Promise<Answer> {
    if (this.#isKilled) return Promise.resolve(DIED)
    return new Promise((resolve) => {
      this.#waiting.set(++this.#number, resolve)
      this.#say({ number: this.#number, task })
    })
  }

  /** Sends the worker the new context of the store. */
  tell(context: string): void {
    this.#say({ context })
  }

  #say(said: ToWorker): void {
    // If the message can't be sent, the exit handler answers the task.
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
