import { namesInWords, personInFull } from '../api/inbox-record.ts'
import { Button } from '../parts/Controls.tsx'
import { Ask } from '../parts/Dialog.tsx'
import { Said } from '../parts/Notice.tsx'
import { Problem } from '../parts/Request.tsx'
import { display } from '../parts/display.tsx'
import { usePart } from '../parts/use-store.ts'
import { problemIn } from './list-state.ts'
import type { OpenList } from './open-list.ts'
import { remove } from './record-action.ts'

/** What was done last in the list, or else what a search has found. */
export function Done({ list, found = '' }: { list: OpenList; found?: string }) {
  const outcome = usePart(list.$state, (state) => state.outcome)
  return <Said words={outcome?.words} found={found} onUndo={outcome?.undo} />
}

/** Why an action on the open list failed, and the next step. */
export function ActionProblem({ list }: { list: OpenList }) {
  const problem = usePart(list.$state, problemIn)
  if (!problem) return null
  const { failure, rest } = problem
  const dismiss = { label: 'Dismiss', onPress: list.dismiss }
  const goOn = rest && {
    label: `${rest.action.name} the other ${rest.records.length}`,
    onPress: () => void list.act(rest.action, rest.records),
  }
  return <Problem failure={failure} help={goOn ?? dismiss} />
}

/** More names would push the buttons out of sight. */
const MAX_NAMES = 5

/** The question before a delete: what, whose and when. Any part of the list may ask it. */
export function ConfirmDelete({ list }: { list: OpenList }) {
  const { form } = list.source
  const records = usePart(list.$state, ({ toDelete }) => toDelete)
  const [first] = records
  if (!first) return null
  const isOne = records.length === 1
  return (
    <Ask
      heading={`Delete ${isOne ? `this ${form.noun}` : `these ${records.length} ${form.plural}`}?`}
      what={
        <>
          {isOne ? personInFull(form, first) : namesInWords(form, records, MAX_NAMES, ', ')}
          {isOne && <>, {display(first.createdAt)}</>}. This cannot be undone.
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
