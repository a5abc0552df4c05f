import { useEffect } from 'react'

/** Names the document by where one is, with what is new in front: a tab in the background says it too. */
export function useTitle(parts: readonly string[], news: number) {
  const title = `${news > 0 ? `(${news.toLocaleString()}) ` : ''}${parts.join(' | ')}`
  useEffect(() => {
    document.title = title
  }, [title])
}
