export const Loading = ({ words }: { words: string }) => (
  <p className="loading" role="status">
    {words}
  </p>
)
