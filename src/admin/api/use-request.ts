import { atom, onMount } from 'nanostores'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { failureOf, refusalIn, waitOf, type Failure } from './failure.ts'

/** False while the browser knows that it has no network. */
export const $isOnline = atom(true)

const lookOnline = () => $isOnline.set(navigator.onLine)

onMount($isOnline, () => {
  lookOnline()
  for (const type of ['online', 'offline']) addEventListener(type, lookOnline)
})

/**
 * Changes whenever failed requests may succeed again: after a sign-in, or back online. The number
 * itself has no meaning.
 */
export const $retryTrigger = atom(0)

export const triggerRetry = () => $retryTrigger.set($retryTrigger.get() + 1)

onMount($retryTrigger, () => addEventListener('online', triggerRetry))

/** Changes whenever the server has answered the watch. */
export const $answered = atom(0)

/** Acts after a new sign-in, and when the network is back. */
export function useOnRetry(hasFailed: boolean, act: () => void, trigger = $retryTrigger) {
  const actNow = useEffectEvent(act)
  useEffect(() => (hasFailed ? trigger.listen(() => actNow()) : undefined), [hasFailed, trigger])
}

export type FailedWords = string | ((error: unknown) => Failure)

export const ENDED = 'Your session had ended; try it again'

/**
 * A call that the user starts: whether it runs, and why it failed. One runs at a time. After a new
 * sign-in it is not repeated, but it is said what was not done.
 */
export function useCall(words: FailedWords) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  useOnRetry(failure !== undefined, () => {
    const undone = failure?.undone
    setFailure(undone === undefined ? undefined : { words: undone, detail: ENDED, cause: 'other' })
  })

  /** Resolves to the failure, if any. */
  async function run(call: () => Promise<unknown>): Promise<Failure | undefined> {
    if (isBusy) return undefined
    setIsBusy(true)
    setFailure(undefined)
    const why = await call().then(
      () => undefined,
      (error: unknown) => (typeof words === 'string' ? failureOf(error, words) : words(error)),
    )
    setFailure(why)
    setIsBusy(false)
    return why
  }

  return { isBusy, failure, run }
}

type Send<T> = (before?: T) => Promise<T>
/** The result belongs to the key. */
type State<T> = { key: string; sent: string; result?: T; isKept?: boolean; failure?: Failure }

const LONGEST_WAIT_S = 60
/** A failure stands still at first: nobody's press on Retry meets an empty place. */
const STEADY_MS = 5_000

/**
 * The result of a call. It is repeated when `key` changes, and after a failure as soon as it may
 * succeed: whenever the watch is answered, unless it is costly; a 503 after the time that it names,
 * then more and more seldom. The old result stays until the new one comes: `isOther` if it belongs to
 * another key, `isStale` also if it was `kept` from an earlier visit and is being read anew.
 */
export function useRequest<T>(key: string, send: Send<T>, kept?: T, isCostly = false) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State<T>>(
    kept ? { key, sent: '', result: kept, isKept: true } : { key: '', sent: '' },
  )
  const sent = `${attempt} ${key}`
  const sendNow = useEffectEvent(() => send(state.result))

  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let helpsFrom = Infinity
    function sendOnce(factor = 1) {
      helpsFrom = Infinity
      sendNow().then(
        (result) => {
          if (isWanted) setState({ key, sent, result })
        },
        (error: unknown) => {
          if (!isWanted) return
          // `patience.ts` has repeated such a call already.
          const { indexed } = refusalIn(error)
          const wait = indexed ? undefined : waitOf(error)
          const failure = { ...failureOf(error, 'Request failed'), isRepeated: Boolean(wait) }
          setState((now) => ({ ...now, sent, failure }))
          const mayHelp = !isCostly && !indexed && !wait && !failure.isGone && !failure.isRefused
          if (mayHelp) helpsFrom = Date.now() + STEADY_MS
          const seconds = Math.min((wait ?? 0) * factor, LONGEST_WAIT_S)
          if (wait) timer = setTimeout(sendOnce, seconds * 1_000, factor * 2)
        },
      )
    }
    sendOnce()
    const forget = $answered.listen(() => Date.now() >= helpsFrom && sendOnce())
    return () => {
      forget()
      isWanted = false
      clearTimeout(timer)
    }
  }, [key, sent, isCostly])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  // What is gone does not come back.
  useOnRetry(state.failure !== undefined && !state.failure.isGone, reload)

  /** Changes the result without a new request. */
  const update = (change: (result: T) => T) =>
    setState((now) => (now.result === undefined ? now : { ...now, result: change(now.result) }))

  const isLoading = state.sent !== sent
  const isOther = state.key !== key
  return {
    result: state.result,
    failure: isLoading ? undefined : state.failure,
    isLoading,
    isOther,
    isStale: isOther || state.isKept === true,
    reload,
    update,
  }
}
