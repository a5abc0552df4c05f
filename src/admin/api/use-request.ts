import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { $chances } from './connection.ts'
import { failureOf, type Failure } from './failure.ts'

type State<T> = { key: string; asked: string; answer?: T; failure?: Failure }

/**
 * What a read answers. It is asked again when `key` changes, and after a failure as soon as there
 * is another chance. The old answer stays until there is a new one, so that nothing jumps; `isOld`
 * says that it answers another key.
 */
export function useAnswer<T>(key: string, ask: () => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State<T>>({ key: '', asked: '' })
  const asked = `${attempt} ${key}`
  const askNow = useEffectEvent(ask)

  useEffect(() => {
    let isWanted = true
    askNow().then(
      (answer) => {
        if (isWanted) setState({ key, asked, answer })
      },
      (error: unknown) => {
        const failure = failureOf(error, 'Request failed')
        if (isWanted) setState((now) => ({ ...now, asked, failure }))
      },
    )
    return () => {
      isWanted = false
    }
  }, [key, asked])

  const again = useCallback(() => setAttempt((count) => count + 1), [])
  const hasFailed = state.failure !== undefined
  useEffect(() => (hasFailed ? $chances.listen(again) : undefined), [hasFailed, again])

  /** Changes the answer to what a later one would be. */
  const amend = (change: (answer: T) => T) =>
    setState((now) => (now.answer === undefined ? now : { ...now, answer: change(now.answer) }))

  const isAsking = state.asked !== asked
  return {
    answer: state.answer,
    failure: isAsking ? undefined : state.failure,
    isAsking,
    isOld: state.key !== key,
    again,
    amend,
  }
}
