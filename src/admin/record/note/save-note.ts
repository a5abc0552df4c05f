import type { InboxRecord } from '#api/admin-contract.ts'
import { tidyText } from '#forms/judging/tidy.ts'
import { changeRecord, conflictIn, readRecord } from '../../api/admin-api.ts'
import type { RecordSource } from '../../api/record-source.ts'

/**
 * Saves a note over the version that its writer has seen. Where the answer of an earlier try was
 * lost, what stands there is what was written: that is no conflict. Throws what `call` throws.
 */
export async function saveNote(
  source: RecordSource,
  id: string,
  change: { note: string; version: number },
): Promise<InboxRecord> {
  try {
    return await changeRecord(source, id, change)
  } catch (error) {
    const other = conflictIn(error)
    if (!other || (other.note ?? '') !== tidyText(change.note)) throw error
    return readRecord(source, id, false)
  }
}
