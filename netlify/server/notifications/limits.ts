/** How long a try may take; what has not answered by then has failed. */
export const limits = {
  /** The admin waits for a test mail, and every answer has 8.5 s. */
  mailMs: 7_500,
  webhookMs: 3_000,
}

/** Shortens them, for tests of what hangs. */
export const useLimits = (changes: Partial<typeof limits>): void =>
  void Object.assign(limits, changes)
