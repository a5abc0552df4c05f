import { useState } from 'react'
import { sendAgain, type Notifications } from '../api/notifications.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { Problem } from '../parts/Problem.tsx'

type Props = { failed: Notifications['failed']; onSent: () => void }

/** So many are named; the rest is a number. */
const MOST_NAMED = 5

/** What could not be told in three days, why, and the button that tries it again. */
export function GivenUp({ failed: { total, items }, onSent }: Props) {
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setSending] = useState(false)

  async function send() {
    setSending(true)
    setFailure(undefined)
    try {
      while ((await sendAgain({})).left > 0);
      onSent()
    } catch (error) {
      setFailure(failureOf(error, 'Not all could be sent again'))
    }
    setSending(false)
  }

  return (
    <div className="notice bad" role="alert">
      <div>
        <p>{total === 1 ? 'Of one submission' : `Of ${total} submissions`} nobody could be told:</p>
        <ul>
          {items.slice(0, MOST_NAMED).map(({ id, reference, why }) => (
            <li key={id}>
              {reference}: {Object.values(why).join(' ')}
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="button small"
          disabled={isSending}
          aria-busy={isSending || undefined}
          onClick={() => void send()}
        >
          {isSending ? 'Sending again…' : 'Send again'}
        </button>
        {failure && <Problem failure={failure} />}
      </div>
    </div>
  )
}
