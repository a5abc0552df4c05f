/** The browser functions that a journey uses. Selectors are CSS. */
export type Engine = {
  open: (url: string) => Promise<unknown>
  click: (selector: string) => Promise<unknown>
  type: (selector: string, text: string) => Promise<unknown>
  escape: () => Promise<unknown>
  /** Evaluates an expression in the page. */
  ask: (expression: string) => Promise<unknown>
  close: () => Promise<void>
}

const POLL_MS = 50
const PATIENCE_MS = 15_000

/** Waits until the expression is true in the page. */
export async function until(engine: Engine, expression: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await engine.ask(`Boolean(${expression})`))) {
    if (performance.now() > end) throw new Error(`It never came true: ${expression}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
