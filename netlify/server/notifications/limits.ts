/** Timeouts of a try; tests shorten them. */
export const limits = {
  /** The admin waits for a test mail, and every answer has 8.5 s. */
  mailMs: 7_500,
  webhookMs: 3_000,
}
