import { sum, summary, type Counts } from './counts.ts'
import { runStep, type Running } from './run-step.ts'
import type { Step } from './steps.ts'

/** How often a line says how far everything is. */
const TELL_EVERY_MS = 20_000

export type Outcome = { name: string; counts: Counts }

const began = Date.now()
const running = new Set<Running>()

/** Milliseconds as minutes and seconds: 2:05. */
const clock = (ms: number) => {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Runs every step, whatever became of those before it; each one's output is printed when it ends. */
export async function runStages(stages: Step[][][], env: NodeJS.ProcessEnv): Promise<Outcome[]> {
  const all = stages.flat(2).length
  const outcomes: Outcome[] = []
  const telling = setInterval(() => {
    const parts = [...running].map(({ step, progress }) => [step.name, progress].join(' ').trim())
    const done = `${outcomes.length} of ${all} steps done`
    console.log([`${clock(Date.now() - began)} ${done}`, ...parts].join(' · '))
  }, TELL_EVERY_MS)

  const runLane = async (lane: Step[]) => {
    for (const step of lane) {
      const from = Date.now()
      const one: Running = { step, output: '', progress: '' }
      running.add(one)
      const counts = await runStep(one, env)
      running.delete(one)
      outcomes.push({ name: step.name, counts })
      const took = `${clock(Date.now() - from)}, ${clock(Date.now() - began)} in all`
      console.log(`\n── ${outcomes.length} of ${all}: ${step.name} (${took}) ──`)
      console.log(`${one.output.trim()}\n${summary(counts)}`)
    }
  }
  for (const lanes of stages) await Promise.all(lanes.map(runLane))
  clearInterval(telling)
  return outcomes
}

/** Ends what is under way, and prints what it said until then. */
export function giveUp(): void {
  for (const { step, output, child } of running) {
    child?.kill()
    console.log(`\n── ${step.name}, broken off ──\n${output}`)
  }
}

/** How it went, step by step and in all. */
export function printSummary(outcomes: Outcome[]): Counts {
  for (const { name, counts } of outcomes) console.log(`${name}: ${summary(counts)}`)
  return sum(outcomes.map(({ counts }) => counts))
}
