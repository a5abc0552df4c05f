import { useEffect, useEffectEvent } from 'react'
import { $retryTrigger } from './connection.ts'

/** Acts once what failed may succeed: somebody has signed in again, or the network is back. */
export function useOnRetry(hasFailed: boolean, act: () => void) {
  const actNow = useEffectEvent(act)
  useEffect(() => (hasFailed ? $retryTrigger.listen(() => actNow()) : undefined), [hasFailed])
}
