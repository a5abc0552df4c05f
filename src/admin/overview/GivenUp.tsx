import type { NotificationsAnswer } from '#api/admin-contract.ts'
import { SendAgain } from '../actions/SendAgain.tsx'
import { sendAgain } from '../api/notifications.ts'

type Props = { failed: NotificationsAnswer['failed']; onSent: () => void }

/** So many are named; the rest is a number. */
const MOST_NAMED = 5

/** A call looks at some of them. Where no fewer are left than before, another one would change nothing. */
async function sendAll(before = Infinity): Promise<void> {
  const { left } = await sendAgain()
  if (left > 0 && left < before) await sendAll(left)
}

/** What could not be told in three days, why, and the button that tries it again. */
export const GivenUp = ({ failed: { total, items }, onSent }: Props) => (
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
      <SendAgain send={() => sendAll()} failed="Not all could be sent again" onSent={onSent} />
    </div>
  </div>
)
