import { useEffect, useEffectEvent, useRef } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import { changeRecord } from '../../api/admin-api.ts'
import { isNew } from '../../api/inbox-record.ts'
import { lookAtCounts } from '../../api/counts.ts'
import type { RecordSource } from '../../api/record-source.ts'

/**
 * Says once of each record that is read here that it was seen; what fails is said the next time it is
 * opened.
 */
export function useSeen(
  source: RecordSource,
  record: InboxRecord | undefined,
  onSeen: (record: InboxRecord) => void,
) {
  /** Read here before: whoever marks it unread means that. */
  const read = useRef(new Set<string>())
  const say = useEffectEvent(async (id: string) => {
    if (!record || !isNew(record)) return
    try {
      onSeen(await changeRecord(source, id, { seen: true }))
      await lookAtCounts(source)
    } catch {
      read.current.delete(id)
    }
  })
  const id = record?.id
  useEffect(() => {
    if (!id || read.current.has(id)) return
    read.current.add(id)
    void say(id)
  }, [id])
}
