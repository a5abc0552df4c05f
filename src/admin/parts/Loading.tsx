import type { Waiting } from '../api/waiting.ts'

export const Loading = ({ words }: { words: string }) => (
  <p className="loading" role="status">
    {words}
  </p>
)

type Props = { words: string; waiting: Waiting; then: string }

/** What the user waits for. Screen readers hear it once, without the progress. */
export const Waits = ({ words, waiting, then }: Props) => (
  <>
    <Loading words={words} />
    {waiting && waiting !== 'unknown' && <ReadSoFar {...waiting} then={then} />}
  </>
)

type ReadProps = {
  done: number
  of: number
  /** A sentence about what follows. */
  then: string
}

/** How many records the server has read, until it has read all. */
export function ReadSoFar({ done, of, then }: ReadProps) {
  if (done >= of) return null
  return (
    <p className="indexing tabular">
      <progress value={done} max={of} aria-label="Records read so far" />
      {done.toLocaleString()} of {of.toLocaleString()} records read so far. {then}
    </p>
  )
}
