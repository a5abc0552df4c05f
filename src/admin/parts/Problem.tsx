import { $isOnline } from '../api/use-request.ts'
import type { Failure } from '../api/failure.ts'
import { SessionEnded } from '../session/SignInAgain.tsx'
import { Button } from './Button.tsx'
import { useStore } from './use-store.ts'

type Props = {
  failure: Failure
  detail?: string | undefined
  /** It is retried automatically once it may succeed. */
  isRetried?: boolean
  /** The same, and a button that retries it now. */
  onRetry?: (() => void) | undefined
  /** Another button; after a new sign-in it is not needed. */
  help?: { label: string; onPress: () => void } | undefined
}

/** The red banner, with what may help. */
export function Problem({ failure, detail, onRetry, isRetried = Boolean(onRetry), help }: Props) {
  const isOnline = useStore($isOnline)
  const button = onRetry ? { label: 'Retry', onPress: onRetry } : help
  return (
    <div className="problem">
      <p className="notice bad" role="alert">
        {[failure.words, detail ?? failure.detail].filter(Boolean).join('. ')}
      </p>
      {failure.cause === 'session' && <SessionEnded />}
      {failure.cause === 'connection' && (
        <p className="soft">
          {isOnline ? 'The server did not answer. Check your connection.' : 'You are offline.'}
          {isRetried && !isOnline && ' This is tried again as soon as you are back.'}
        </p>
      )}
      {failure.requestId && (
        <p className="soft">
          Request <code>{failure.requestId}</code> in the server’s log.
        </p>
      )}
      {button && failure.cause !== 'session' && (
        <Button onPress={button.onPress}>{button.label}</Button>
      )}
    </div>
  )
}
