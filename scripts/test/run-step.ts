import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { held, type Counts } from './counts.ts'
import type { Step } from './steps.ts'

/** A step that hangs must not keep the others from being told about; a busy machine takes long. */
const STEP_TIME_OUT_MS = 60 * 60_000

/** A step under way: what it has printed, and how far it says that it is. */
export type Running = {
  step: Step
  output: string
  progress: string
  child?: ChildProcess
}

/** Runs all commands of a step, whatever becomes of the first, and counts what passed. */
export async function runStep(running: Running, env: NodeJS.ProcessEnv): Promise<Counts> {
  const { commands, count, env: own } = running.step
  let isSuccess = true
  for (const command of commands) {
    isSuccess = (await succeeds(running, command, { ...env, ...(await own?.()) })) && isSuccess
  }
  if (!count) return { passed: Number(isSuccess), failed: Number(!isSuccess), skipped: 0 }
  const counts = await count().catch(() => ({ passed: 0, failed: 0, skipped: 0 }))
  return held(counts, isSuccess)
}

async function succeeds(
  running: Running,
  [command = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  // The channel is where the test runners' reporters say how far they are.
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
    shell: process.platform === 'win32',
    timeout: STEP_TIME_OUT_MS,
  })
  running.child = child
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (running.output += text))
  }
  child.on('message', (message) => {
    if (typeof message === 'string') running.progress = message
  })
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0
  } catch (error) {
    running.output += `${String(error)}\n`
    return false
  }
}
