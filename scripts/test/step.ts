import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A step of `npm test` or `npm run check`. */
export type Step = {
  name: string
  /** They run one after the other, even after one failed. */
  commands: string[][]
  /** The JSON files in which the commands report their tests. */
  reports?: string[]
}

export const types: Step = { name: 'Types', commands: [['astro', 'check']] }

/** Checks of the source text; `isFixing` lets the tools repair files. */
export const textSteps = (isFixing = false): Step[] => [
  { name: 'Rooms', commands: [['depcruise', 'src', 'netlify', 'scripts', 'tests']] },
  { name: 'Lint', commands: [['eslint', '.', ...(isFixing ? ['--fix'] : [])]] },
  { name: 'Format', commands: [['prettier', isFixing ? '--write' : '--check', '.']] },
]

/** Ends a step that hangs, also on a busy machine. */
const TIME_OUT_MS = 60 * 60_000

const running = new Set<ChildProcess>()

/** Runs a step and prints its output, each line with the step's name. */
export async function isPassed({ name, commands }: Step, env = process.env): Promise<boolean> {
  const began = Date.now()
  let isSuccess = true
  for (const command of commands) isSuccess = (await succeeds(name, command, env)) && isSuccess
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`── ${name}: ${isSuccess ? 'passed' : 'FAILED'}, ${seconds} s ──`)
  return isSuccess
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
