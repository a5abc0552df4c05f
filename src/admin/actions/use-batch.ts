import { useEffect, useState } from 'react'
import type { StoredRecord } from '../api/admin-api.ts'
import type { Collection } from '../api/record-source.ts'
import { $chances } from '../api/connection.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import type { Act } from './record-action.ts'
import { named } from '../api/person.ts'

/** What is being done: to which records, and with the how-manieth of them. */
export type Doing = { act: Act; ids: ReadonlySet<string>; at: number; of: number }

type Trouble = { failure: Failure; detail: string | undefined; of: string }

type Options = {
  collection: Collection
  isHeld: boolean
  /** Names the page that is shown; trouble on another one is no longer told. */
  page: string
  /** Called for each record once the server has confirmed. */
  onDone: (id: string) => void
}

/** Deletes or releases records, one after the other, and keeps what failed. */
export function useActs({ collection, isHeld, page, onDone }: Options) {
  const [doing, setDoing] = useState<Doing>()
  const [trouble, setTrouble] = useState<Trouble>()
  const { noun } = collection.form

  const hasTrouble = trouble !== undefined
  useEffect(
    () => (hasTrouble ? $chances.listen(() => setTrouble(undefined)) : undefined),
    [hasTrouble],
  )

  /** Resolves to the records that were kept because the server did not confirm. */
  async function run(act: Act, records: readonly StoredRecord[]): Promise<StoredRecord[]> {
    const ids = new Set(records.map(({ id }) => id))
    const kept: { record: StoredRecord; failure: Failure }[] = []
    setTrouble(undefined)
    for (const [i, record] of records.entries()) {
      setDoing({ act, ids: new Set(ids), at: i + 1, of: records.length })
      try {
        await act.send(collection, record, isHeld)
        onDone(record.id)
      } catch (error) {
        kept.push({ record, failure: failureOf(error, `${act.failed} ${noun}`) })
      }
      ids.delete(record.id)
    }
    setDoing(undefined)
    const [first] = kept
    if (first) {
      // If anything helps against all of it, that is told; and “already deleted” only of all.
      const failure = kept.find((one) => one.failure.cause !== 'other')?.failure ?? first.failure
      const areGone = kept.every((one) => one.failure.isGone)
      const detail = detailOf(kept, records.length, areGone, collection)
      setTrouble({ failure, detail, of: page })
    }
    return kept.map(({ record }) => record)
  }

  return {
    doing,
    trouble: trouble?.of === page ? trouble : undefined,
    run,
    dismiss: () => setTrouble(undefined),
  }
}

function detailOf(
  kept: readonly { record: StoredRecord }[],
  of: number,
  areGone: boolean,
  { form }: Collection,
): string | undefined {
  const gone = kept.length === 1 ? 'It was already deleted.' : 'They were already deleted.'
  if (of === 1) return areGone ? gone : undefined
  const names = kept.map(({ record }) => named(form, record)).join('; ')
  return `${kept.length} of ${of} are still listed: ${names}.${areGone ? ` ${gone}` : ''}`
}
