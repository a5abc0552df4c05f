import { useEffect, useRef, type RefObject } from 'react'
import { useKeys } from '../../parts/use-keys.ts'

/** A little of the page before stays in sight. */
const OVERLAP_PX = 48

/**
 * The keys that move through a long text do so in the open record, wherever the focus is. Another
 * record is read from its top, and the focus that its predecessor takes with it comes there.
 */
export function useReadingKeys(body: RefObject<HTMLDivElement | null>, id: string) {
  const page = (pages: number) => () =>
    body.current?.scrollBy({ top: pages * (body.current.clientHeight - OVERLAP_PX) })
  useKeys(
    {
      PageDown: page(1),
      PageUp: page(-1),
      Home: () => body.current?.scrollTo({ top: 0 }),
      End: () => body.current?.scrollTo({ top: body.current.scrollHeight }),
    },
    1,
  )
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    body.current?.scrollTo({ top: 0 })
    if (document.activeElement === document.body) body.current?.focus()
  }, [id, body])
}
