import { useEffect, useEffectEvent } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { listName, type RecordSource } from '../../api/lists.ts'
import { $arrivals, isNewer, noteShown } from '../../live/watch.ts'
import { Quiet } from '../../parts/Controls.tsx'
import { usePart } from '../../parts/use-store.ts'
import { showArrivals } from '../../route/navigation.ts'
import { useRoute } from '../../route/route.ts'
import type { ShownRecords } from '../use-records.ts'

type Props = { source: RecordSource; shown: ShownRecords; others: readonly InboxRecord[] }

/** New records that a narrowed view has shown: the whole list announces them no more. */
const shownApart = new Set<string>()

/**
 * The number of new arrivals, later than the newest shown record, or of others that this view has by
 * now. It has a place of its own, so that no row moves.
 */
export function Arrivals({ source, shown, others }: Props) {
  const { after, search, sort, status, held } = useRoute()
  const isWhole = !after && !search && !sort && !status && !held
  const { result, records, isStale, reload } = shown
  // From the answer itself: changes made here bring no arrivals.
  const newest = isWhole && !isStale && result ? (result.items[0]?.id ?? '') : undefined
  const note = useEffectEvent(() => noteShown(source, newest))
  useEffect(() => {
    if (newest !== undefined) note()
  }, [newest])
  const arrivals = usePart($arrivals, (all) => all[listName(source)])
  const { since = '', ids = [], hasMore } = arrivals ?? {}
  const isHere = (id: string) => records.some((one) => one.id === id)
  const count = ids.filter((id) => !shownApart.has(id) && !isHere(id)).length
  useEffect(() => {
    if (!isWhole) for (const { id } of records) shownApart.add(id)
  }, [isWhole, records])
  // What is new is counted once: the look that counts it may be answered later.
  const more = others.filter(({ id }) => !isWhole || !isNewer(id, since)).length
  const isNew = count > 0 && (isWhole || more === 0)
  const fresh = `${count}${hasMore ? '+' : ''} new – show`
  const words = isNew ? fresh : more > 0 && `${more} more – show`
  function show() {
    // They come above the shown rows.
    scrollTo({ top: 0 })
    if (isNew && !isWhole) showArrivals()
    else reload()
  }
  return (
    <p className="arrivals" role="status">
      {words && <Quiet onPress={show}>{words}</Quiet>}
    </p>
  )
}
