/** A ruler that fills in ten steps, and what is being loaded. */
export const Loading = ({ words }: { words: string }) => (
  <p className="loading" role="status">
    {words}
  </p>
)
