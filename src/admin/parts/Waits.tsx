import type { Waiting } from '../api/waiting.ts'
import { Loading } from './Loading.tsx'

type Props = { words: string; waiting: Waiting; then: string }

/** What is being waited for. It is said once: how far it has come is there to be looked at. */
export const Waits = ({ words, waiting, then }: Props) => (
  <>
    <Loading words={words} />
    {waiting && waiting !== 'unknown' && <ReadSoFar {...waiting} then={then} />}
  </>
)

type ReadProps = {
  done: number
  of: number
  /** What comes of it, in a sentence. */
  then: string
}

/** How many of the records the server has read, while it still reads. */
export function ReadSoFar({ done, of, then }: ReadProps) {
  if (done >= of) return null
  return (
    <p className="indexing tabular">
      <progress value={done} max={of} aria-label="Records read so far" />
      {done.toLocaleString()} of {of.toLocaleString()} records read so far. {then}
    </p>
  )
}
