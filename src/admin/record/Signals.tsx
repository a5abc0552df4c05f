import type { InboxRecord } from '#api/admin-contract.ts'
import { signalInWords } from './signals.ts'

/** Why a submission is held, and what that means. */
export const Signals = ({ record: { signals = [] } }: { record: InboxRecord }) => (
  <div className="notice warning">
    <div>
      <p>Held: it counts in no total until it is released.</p>
      <ul>
        {signals.map((signal) => (
          <li key={signal}>{signalInWords(signal)}</li>
        ))}
      </ul>
    </div>
  </div>
)
