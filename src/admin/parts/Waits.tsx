import type { Progress } from '#api/admin-contract.ts'
import { Loading } from './Request.tsx'

/** How far a request has come that the server reads for in portions. */

export const FILE_UNREAD = 'Some records cannot be read yet. The file is saved as soon as they can.'

export const LEAVE_OPEN = 'Leave this open: it continues on its own.'

type WaitsProps = { words: string; waiting: Progress | undefined; then: string }

/** What the user waits for. Screen readers hear it once, without the progress. */
export const Waits = ({ words, waiting, then }: WaitsProps) => (
  <>
    {/* Nothing is being read. */}
    <Loading words={waiting?.of === 0 ? 'The server is busy. This goes on by itself.' : words} />
    {waiting && <ReadSoFar {...waiting} then={then} />}
  </>
)

/** How many records the server has read, until it has read all; then a sentence about what follows. */
export function ReadSoFar({ done, of, then }: Progress & { then: string }) {
  if (done >= of) return null
  return (
    <p className="soft indexing tabular">
      <progress value={done} max={of} aria-label="Records read so far" />
      {done.toLocaleString()} of {of.toLocaleString()} records read so far. {then}
    </p>
  )
}
