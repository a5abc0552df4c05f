import { personInFull, personName } from '../api/inbox-record.ts'
import { Button } from '../parts/Button.tsx'
import { Ask } from '../parts/Dialog.tsx'
import { display } from '../parts/display.tsx'
import { usePart } from '../parts/use-store.ts'
import type { OpenList } from './open-list.ts'
import { remove } from './record-action.ts'

/** More names would push the buttons out of sight. */
const MAX_NAMES = 5

/** The question before a delete: what, whose and when. Any part of the list may ask it. */
export function ConfirmDelete({ list }: { list: OpenList }) {
  const { form } = list.source
  const records = usePart(list.$state, ({ toDelete }) => toDelete)
  const [first] = records
  if (!first) return null
  const isOne = records.length === 1
  const names = records.slice(0, MAX_NAMES).map((record) => personName(form, record))
  const others = records.length - names.length
  return (
    <Ask
      heading={`Delete ${isOne ? `this ${form.noun}` : `these ${records.length} ${form.plural}`}?`}
      what={
        <>
          {isOne ? personInFull(form, first) : names.join(', ')}
          {isOne && <>, {display(first.createdAt)}</>}
          {others > 0 && ` and ${others} more`}. This cannot be undone.
        </>
      }
      keep={isOne ? 'Keep it' : 'Keep them'}
      onClose={list.keep}
    >
      <Button look="button danger" onPress={() => list.act(remove, records)}>
        Delete
      </Button>
    </Ask>
  )
}
