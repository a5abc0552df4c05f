/** Frames of a stack that say where it was; what lies below them is the runtime's. */
const LOGGED_FRAMES = 5

/** Logs where something failed. Messages may quote what a person typed, so they stay out. */
export function logFailure(error: unknown): void {
  if (!(error instanceof Error)) return console.error('A thrown value was no Error.')
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  console.error([error.name, ...frames.slice(0, LOGGED_FRAMES)].join('\n'))
}
