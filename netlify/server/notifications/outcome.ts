/**
 * What came of a try. Why it failed, and what is to be looked at though it did not, is said in words
 * that hold no secret and nobody's data.
 */
export type Outcome = { ok: true; note?: string } | { ok: false; why: string }
