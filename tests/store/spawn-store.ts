import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { accessOf } from './backends.ts'

const program = fileURLToPath(new URL('store-process.ts', import.meta.url))

/** Starts a store in another process; `kill` sends SIGKILL. */
export async function spawnStore(file: string) {
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const [context] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    access: accessOf(context.toString()),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
