import type { StoredRecord } from '../api/admin-api.ts'
import { doubtInWords, doubtsOf } from './signals.ts'

/** Why a submission is held back, and what that means. */
export const Doubts = ({ record }: { record: StoredRecord }) => (
  <div className="nt warn">
    <div>
      <p>Held back: it counts in no total until it is released.</p>
      <ul>
        {doubtsOf(record).map((doubt) => (
          <li key={doubt}>{doubtInWords(doubt)}</li>
        ))}
      </ul>
    </div>
  </div>
)
