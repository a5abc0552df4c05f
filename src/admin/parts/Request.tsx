import { type ComponentType, useEffect, useRef } from 'react'
import type { Failure } from '../api/failure.ts'
import { $lookedAt, $uncounted } from '../api/lists.ts'
import { $isNewVersion, loaded } from '../api/new-version.ts'
import { $isOnline, useCall, useRequest, type FailedWords } from '../api/use-request.ts'
import { $signIn, openSignIn } from '../session/kept.ts'
import { Button } from './Controls.tsx'
import { Alert } from './Notice.tsx'
import { local } from './display.tsx'
import { usePageClass } from './use-page-class.ts'
import { useStore } from './use-store.ts'

/** What a request shows: that it runs, and why it failed. */

/** `isView`: it stands for a whole view. Its first rows push the foot away, so the foot is hidden. */
export function Loading({ words, isView = false }: { words: string; isView?: boolean }) {
  usePageClass('no-foot', isView)
  return (
    <p className="soft loading" role="status">
      {words}
    </p>
  )
}

type ProblemProps = {
  failure: Failure
  detail?: string | undefined
  /** Whose record it is. */
  about?: string | undefined
  /** It is retried automatically once it may succeed. */
  isRetried?: boolean
  /** The same, and a button that retries it now. */
  onRetry?: (() => void) | undefined
  /** Without an answer nobody knows whether it was done. */
  isAct?: boolean
  /** Other buttons; after a new sign-in they are not needed. */
  help?: readonly { label: string; onPress: () => void }[]
}

/** The red banner, with what may help. The first one after the session's end opens the sign-in. */
export function Problem(props: ProblemProps) {
  const { failure, detail = failure.detail, about, onRetry, isRetried = Boolean(onRetry) } = props
  const isOnline = useStore($isOnline)
  const { help = onRetry ? [{ label: 'Retry', onPress: onRetry }] : [] } = props
  const banner = useRef<HTMLDivElement>(null)
  const isSessionOver = failure.cause === 'session'
  useEffect(() => {
    if (isSessionOver && !$signIn.get()) openSignIn(banner.current)
  }, [isSessionOver, failure])
  return (
    <div className="problem" ref={banner}>
      {/* What is gone was no failure of the request. */}
      <Alert>
        {[!(failure.isGone && detail) && failure.words, detail].filter(Boolean).join('. ')}
      </Alert>
      {about && <p className="soft">{about}</p>}
      {isSessionOver && <Button onPress={() => openSignIn(banner.current)}>Sign in again</Button>}
      {failure.cause === 'connection' && (
        <p className="soft">
          {isOnline ? 'The server did not answer. Check your connection.' : 'You are offline.'}
          {props.isAct && isOnline && ' It may be done all the same.'}
          {isRetried && !isOnline && ' This is tried again as soon as you are back.'}
        </p>
      )}
      {failure.isBusy && (
        <p className="soft">
          The server can’t answer this now.{failure.isRepeated && ' It is asked again by itself.'}
        </p>
      )}
      {failure.requestId && (
        <p className="soft">
          Request <code>{failure.requestId}</code> in the server’s log.
        </p>
      )}
      {help.length > 0 && !isSessionOver && (
        <div className="row">
          {help.map(({ label, onPress }) => (
            <Button key={label} onPress={onPress}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

type CallProps = { label: string; busy: string; failed: FailedWords; call: () => Promise<unknown> }

/** A button that calls the API, and says below it why that failed. */
export function CallButton({ label, busy, failed, call }: CallProps) {
  const { isBusy, failure, run } = useCall(failed)
  return (
    <>
      <Button isBusy={isBusy} onPress={() => run(call)}>
        {isBusy ? busy : label}
      </Button>
      {failure && <Problem failure={failure} />}
    </>
  )
}

/** Says since when the counts are old; empty while each look is answered, and before the first. */
export function useAsOf(): string {
  const uncounted = useStore($uncounted) ?? 'some'
  const at = useStore($lookedAt)
  if (uncounted === 'some' || at === 0) return ''
  const what = uncounted === 'ended' ? 'Your session has ended.' : 'The page tries again.'
  return `As of ${local.format(at)}; nothing newer could be read. ${what}`
}

/**
 * A part whose code is loaded when it is shown, or at once. If that fails, it says so in its place.
 * React's `lazy` would draw a loaded part too late for the next key.
 */
export function loadLater<P extends object>(
  load: () => Promise<ComponentType<P>>,
  when?: 'at once',
) {
  let kept: { Part: ComponentType<P> } | undefined
  const read = async () => (kept ??= { Part: await loaded(load()) })
  // What fails is tried again when it is shown.
  if (when) read().catch(() => {})
  return function Later(props: P) {
    const { result = kept, failure, reload } = useRequest('', read)
    if (result) return <result.Part {...props} />
    if (!failure) return <Loading words="Loading…" />
    // An older page finds its code nowhere, and NewVersion has a button.
    return <Problem failure={failure} onRetry={$isNewVersion.get() ? undefined : reload} />
  }
}
