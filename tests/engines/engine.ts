/** What a journey asks of a browser, whichever it is. Selectors are CSS. */
export type Engine = {
  open: (url: string) => Promise<void>
  click: (selector: string) => Promise<void>
  type: (selector: string, text: string) => Promise<void>
  escape: () => Promise<void>
  /** The value of an expression in the page. */
  ask: (expression: string) => Promise<unknown>
  close: () => Promise<void>
}

const POLL_MS = 50
const PATIENCE_MS = 15_000

/** Asks until the answer is yes. */
export async function until(engine: Engine, expression: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await engine.ask(`Boolean(${expression})`))) {
    if (performance.now() > end) throw new Error(`It never came true: ${expression}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
