import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Step } from './steps.ts'

/** Ends a step that hangs, also on a busy machine. */
const TIME_OUT_MS = 60 * 60_000

const running = new Set<ChildProcess>()

export type StepResult = { name: string; isSuccess: boolean }

/** Runs a step and prints its output, each line with the step's name. */
export async function runStep({ name, commands }: Step, env = process.env): Promise<StepResult> {
  const began = Date.now()
  let isSuccess = true
  for (const command of commands) isSuccess = (await succeeds(name, command, env)) && isSuccess
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`── ${name}: ${isSuccess ? 'passed' : 'FAILED'}, ${seconds} s ──`)
  return { name, isSuccess }
}

async function succeeds(name: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    shell: process.platform === 'win32',
    timeout: TIME_OUT_MS,
  })
  running.add(child)
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => console.log(`${name} │ ${line}`))
  }
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0
  } catch (error) {
    console.log(`${name} │ ${String(error)}`)
    return false
  } finally {
    running.delete(child)
  }
}

/** Ends the running steps and this process. */
export function leave(): never {
  for (const child of running) child.kill()
  process.exit(1)
}
