import { useState } from 'react'
import { failureOf, type Failure } from './failure.ts'

/** A call that the user starts: whether it runs, and why it failed. One runs at a time. */
export function useCall(words: string | ((error: unknown) => Failure)) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  /** Resolves to the failure, if any. */
  async function run(call: () => Promise<unknown>): Promise<Failure | undefined> {
    if (isBusy) return undefined
    setIsBusy(true)
    setFailure(undefined)
    try {
      await call()
      return undefined
    } catch (error) {
      const why = typeof words === 'string' ? failureOf(error, words) : words(error)
      setFailure(why)
      return why
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, failure, run, forget: () => setFailure(undefined) }
}
