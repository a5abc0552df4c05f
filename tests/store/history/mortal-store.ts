import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { accessOf } from '../backends.ts'

const program = fileURLToPath(new URL('store-program.ts', import.meta.url))

/** A store in another process, which can die and come back with its file, where it was. */
export class MortalStore {
  /** Where it is; another token each time. */
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

  /** Gives it no chance to say goodbye. */
  async kill(): Promise<void> {
    if (!this.#child) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    this.#child = undefined
    await gone
  }
}
