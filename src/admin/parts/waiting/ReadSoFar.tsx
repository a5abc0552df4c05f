type Props = {
  done: number
  of: number
  /** What comes of it, in a sentence. */
  then: string
}

/** How many of the records the server has read, while it still reads. */
export function ReadSoFar({ done, of, then }: Props) {
  if (done >= of) return null
  return (
    <p className="indexing tabular">
      <progress value={done} max={of} aria-label="Records read so far" />
      {done.toLocaleString()} of {of.toLocaleString()} records read so far. {then}
    </p>
  )
}
