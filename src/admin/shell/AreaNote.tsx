import { $isOnline } from '../api/connection.ts'
import { useStore } from '../parts/use-store.ts'

/** Beside the logo: where one is, or that there is no network. */
export function AreaNote() {
  const isOnline = useStore($isOnline, true)
  return (
    <span role="status" className={isOnline ? 'note' : 'offline'}>
      {isOnline ? 'admin' : 'You are offline'}
    </span>
  )
}
