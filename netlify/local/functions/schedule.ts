import { callContext } from './context.ts'
import type { Scheduled } from './load.ts'

/**
 * Calls each function again `seconds` after it ended, where Netlify follows its schedule. Returns a
 * function that stops this and waits for running calls.
 */
export function runScheduled(functions: readonly Scheduled[], seconds: number) {
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  function plan(one: Scheduled): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = call(one).finally(() => running.delete(run))
      running.add(run)
      void run.then(() => plan(one))
    }, seconds * 1_000).unref()
    timers.add(timer)
  }
  for (const one of functions) plan(one)

  return async () => {
    await Promise.all(running)
    for (const timer of timers) clearTimeout(timer)
  }
}

async function call({ name, handler }: Scheduled): Promise<void> {
  const url = new URL(`http://localhost/.netlify/functions/${name}`)
  try {
    await handler(new Request(url, { method: 'POST' }), callContext({ ip: '', params: {}, url }))
  } catch (error) {
    // The message may quote a visitor.
    console.error(`${name} failed: ${error instanceof Error ? error.name : typeof error}`)
  }
}
