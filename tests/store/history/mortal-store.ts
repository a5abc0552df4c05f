import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { accessOf } from '../backends.ts'

const program = fileURLToPath(new URL('store-program.ts', import.meta.url))

/** A store in another process. It can die and start again with the same file and port. */
export class MortalStore {
  /** The context for clients; each start has a new token. */
  context = ''
  readonly #file: string
  #port = '0'
  #child: ChildProcessByStdio<Writable, Readable, null> | undefined

  constructor(file: string) {
    this.#file = file
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [program, this.#file, this.#port], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#child = child
    const [context] = (await once(child.stdout, 'data')) as [Buffer]
    this.context = context.toString().trim()
    this.#port = new URL(accessOf(this.context).edgeURL).port
  }

  /** Kills the store with SIGKILL, so that it can't clean up. */
  async kill(): Promise<void> {
    if (!this.#child) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    this.#child = undefined
    await gone
  }
}
