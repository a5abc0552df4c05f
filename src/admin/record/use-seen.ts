import { useEffect, useEffectEvent, useRef } from 'react'
import { changeRecord, countRecords } from '../api/admin-api.ts'
import { isNew, type InboxRecord } from '../api/inbox-record.ts'
import type { RecordSource } from '../api/record-source.ts'

/**
 * Says once of each record that is read here that it was seen; what fails is said the next time it is
 * opened.
 */
export function useSeen(
  source: RecordSource,
  record: InboxRecord | undefined,
  onSeen: (record: InboxRecord) => void,
) {
  const said = useRef(new Set<string>())
  const say = useEffectEvent(async (id: string) => {
    try {
      onSeen(await changeRecord(source, id, { seen: true }))
      await countRecords(source)
    } catch {
      said.current.delete(id)
    }
  })
  const id = record && isNew(record) ? record.id : undefined
  useEffect(() => {
    if (!id || said.current.has(id)) return
    said.current.add(id)
    void say(id)
  }, [id])
}
