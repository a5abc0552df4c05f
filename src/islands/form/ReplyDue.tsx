import { useEffect, useState } from 'react'

/** When the reply is due. Its code comes once the form is sent, into a line that is there before. */
export function ReplyDue({ header }: { header: string }) {
  const [words, setWords] = useState('\u00a0')
  useEffect(() => {
    void import('./reply-due-words.ts').then(
      (code) => setWords(code.replyDueWords(header)),
      // The promise above it stands without it.
      () => {},
    )
  }, [header])
  return <p>{words}</p>
}
