import { useEffect, useRef, useState, type RefObject } from 'react'
import type { StoredRecord } from '../api/admin-api.ts'
import type { Collection } from '../api/record-source.ts'
import { $route } from '../route/route.ts'
import { remove, type Act } from '../actions/record-action.ts'
import { closeRecord, switchRecord } from '../route/navigation.ts'
import { rescueFocus } from '../table/row-focus.ts'
import { useActs } from '../actions/use-batch.ts'
import type { useRecords } from './use-records.ts'
import type { Selection } from '../table/use-selection.ts'
import { who } from '../api/person.ts'

type Options = {
  collection: Collection
  isHeld: boolean
  list: ReturnType<typeof useRecords>
  selection: Selection
  table: RefObject<HTMLDivElement | null>
}

/** What is done with records, from the question before it to the row that takes their place. */
export function useWork({ collection, isHeld, list, selection, table }: Options) {
  const { key, records, again, drop } = list
  const [doomed, setDoomed] = useState<readonly StoredRecord[]>([])
  const [news, setNews] = useState({ of: '', words: '' })
  const lost = useRef<number>(undefined)
  const { doing, trouble, run, dismiss } = useActs({
    collection,
    isHeld,
    page: key,
    onDone(id) {
      drop(id)
      selection.drop(id)
    },
  })

  useEffect(() => {
    if (doing || lost.current === undefined) return
    rescueFocus(table.current, lost.current)
    lost.current = undefined
  }, [doing, table])

  async function act(kind: Act, chosen: readonly StoredRecord[]) {
    setDoomed([])
    const at = records.findIndex(({ id }) => id === chosen[0]?.id)
    lost.current = at
    const heir = records[at + 1] ?? records[at - 1]
    const kept = await run(kind, chosen)
    const done = chosen.filter((record) => !kept.includes(record))
    if (done.length > 0) setNews({ of: key, words: `${kind.done} ${inWords(collection, done)}` })
    // Whatever comes behind an emptied page moves up.
    if (done.length === records.length) again()
    if (!done.some(({ id }) => id === $route.get().record)) return
    if (heir) switchRecord(heir.id)
    else closeRecord()
  }

  return {
    act: (kind: Act, chosen: readonly StoredRecord[]) => void act(kind, chosen),
    doing,
    trouble,
    dismiss,
    reload: () => {
      dismiss()
      again()
    },
    /** What is asked about before it is deleted. */
    doomed,
    doom: setDoomed,
    confirm: () => void act(remove, doomed),
    spare: () => setDoomed([]),
    /** What became of it, on the page that is shown. */
    news: news.of === key ? news.words : '',
  }
}

const inWords = ({ form }: Collection, [first, ...others]: readonly StoredRecord[]) =>
  first && others.length === 0
    ? `the ${form.noun} of ${who(form, first)}`
    : `${others.length + 1} ${form.noun}s`
