import { useEffect, useRef, useState, type ReactNode } from 'react'
import { countRecords, type StoredRecord } from '../admin-api.ts'
import type { Collection } from '../collection.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Loading } from '../Loading.tsx'
import { $place, usePlace } from '../place.ts'
import { Problem } from '../Problem.tsx'
import { RecordDialog } from '../record/RecordDialog.tsx'
import { useAnswer } from '../use-answer.ts'
import { remove, type Act } from './acts.ts'
import { ConfirmDelete } from './ConfirmDelete.tsx'
import { countInWords, Empty, IndexProgress } from './counts.tsx'
import { ListFoot } from './ListFoot.tsx'
import { closeRecord, openRecord, stepTo } from './moves.ts'
import { RecordsTable } from './RecordsTable.tsx'
import { focusedId, focusId, moveFocus, rescueFocus } from './row-focus.ts'
import { Toolbar } from './Toolbar.tsx'
import { Trouble } from './Trouble.tsx'
import { useActs } from './use-acts.ts'
import { useRecords } from './use-records.ts'
import { useSelection } from './use-selection.ts'
import { who } from './who.ts'

type Props = { collection: Collection; title: ReactNode }

/** A collection's records: found, read, selected, deleted, released, page by page. */
export function Records({ collection, title }: Props) {
  const { form } = collection
  const place = usePlace()
  const isHeld = place.held !== undefined
  const { page, key, failure, isAsking, isOld, again, drop } = useRecords(collection)
  const held = useAnswer(`held, not ${isHeld}`, () => countRecords(collection, true))
  const selection = useSelection(key)
  const [doomed, setDoomed] = useState<readonly StoredRecord[]>([])
  const [news, setNews] = useState({ of: '', words: '' })
  const table = useRef<HTMLDivElement>(null)
  const acts = useActs({
    collection,
    isHeld,
    page: key,
    onDone(id) {
      drop(id)
      selection.drop(id)
    },
  })
  const records = page?.items ?? []

  async function act(kind: Act, chosen: readonly StoredRecord[]) {
    setDoomed([])
    const at = records.findIndex(({ id }) => id === chosen[0]?.id)
    const open = chosen.length === 1 && chosen[0]?.id === place.record ? place.record : undefined
    const heir = records[at + 1] ?? records[at - 1]
    const kept = await acts.run(kind, chosen)
    const done = chosen.filter((record) => !kept.includes(record))
    if (done.length > 0) setNews({ of: key, words: `${kind.done} ${inWords(collection, done)}` })
    if (open && kept.length === 0 && $place.get().record === open) {
      if (heir) stepTo(heir.id)
      else closeRecord()
    }
    rescueFocus(table.current, at)
  }

  function reload() {
    acts.dismiss()
    again()
  }

  useKeys({
    j: () => moveFocus(table.current, 1),
    k: () => moveFocus(table.current, -1),
    x() {
      const id = focusedId(table.current)
      if (id) selection.toggle(id)
    },
  })

  // Closing the record leads back to its row, whichever was read last.
  const lastOpen = useRef<string>(undefined)
  useEffect(() => {
    if (!place.record && lastOpen.current) focusId(table.current, lastOpen.current)
    lastOpen.current = place.record
  }, [place.record])

  const count = page && !isOld && countInWords(page, place)
  const trouble = acts.trouble && (
    <Trouble {...acts.trouble} onReload={reload} onDismiss={acts.dismiss} />
  )
  const found = place.search && !isOld && !isAsking ? count : ''
  return (
    <>
      <div className="ph2">
        {title}
        <p className="tn soft">{count}</p>
      </div>
      <Toolbar
        collection={collection}
        held={isHeld && page && !place.search ? page.total : held.answer}
      />
      {page?.indexed && <IndexProgress {...page.indexed} />}
      <div className="list" aria-busy={(isAsking && isOld) || undefined}>
        {!page && isAsking && <Loading words={`Loading ${form.noun}s…`} />}
        {page && records.length === 0 && !isOld && (
          <Empty form={form} place={place} total={page.total} />
        )}
        {records.length > 0 && (
          <RecordsTable
            ref={table}
            collection={collection}
            isHeld={isHeld}
            records={records}
            selection={selection}
            doing={acts.doing}
            onOpen={openRecord}
            onDelete={(record) => setDoomed([record])}
            onAct={(kind, record) => void act(kind, [record])}
          />
        )}
      </div>
      <div className="list-end">
        {page && (
          <ListFoot
            page={page}
            isHeld={isHeld}
            selected={records.filter(({ id }) => selection.ids.has(id))}
            doing={acts.doing}
            onClear={() => selection.set([])}
            onDelete={setDoomed}
            onAct={(kind, chosen) => void act(kind, chosen)}
          />
        )}
        {failure && (
          <Problem failure={failure} isRetried help={{ label: 'Retry', onPress: again }} />
        )}
        {!place.record && trouble}
      </div>
      <p className="vh" role="status">
        {news.of === key ? news.words : found}
      </p>
      {place.record && (
        <RecordDialog
          collection={collection}
          isHeld={isHeld}
          id={place.record}
          records={records}
          doing={acts.doing}
          trouble={trouble}
          onDelete={(record) => setDoomed([record])}
          onAct={(kind, record) => void act(kind, [record])}
        />
      )}
      {doomed.length > 0 && (
        <ConfirmDelete
          form={form}
          records={doomed}
          onConfirm={() => void act(remove, doomed)}
          onKeep={() => setDoomed([])}
        />
      )}
    </>
  )
}

const inWords = ({ form }: Collection, [first, ...others]: readonly StoredRecord[]) =>
  first && others.length === 0
    ? `the ${form.noun} of ${who(form, first)}`
    : `${others.length + 1} ${form.noun}s`
