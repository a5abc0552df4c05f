import { personTexts } from '../api/inbox-record.ts'
import { ENDED } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { Ask } from '../parts/Dialog.tsx'
import { Problem } from '../parts/Request.tsx'
import { dateOrText } from '../parts/display.tsx'
import { usePart } from '../parts/use-store.ts'
import { $noteDrafts } from '../session/kept.ts'
import { namesInWords } from './batch.ts'
import { problemIn } from './list-state.ts'
import type { OpenList } from './open-list.ts'
import { takesNotes } from './record-action.ts'

/** Why an action failed on the open list, or on the open record of this id, and the next step. */
export function ActionProblem({ list, id }: { list: OpenList; id?: string }) {
  const problem = usePart(list.$state, (state) => problemIn(state, id))
  if (!problem) return null
  const { failure, action, records, isPart, again } = problem
  const label =
    isPart && records.length > 1
      ? action.name.replace(/^\w+/, `$& the other ${records.length}`)
      : 'Try again'
  const help = [
    { label, onPress: again },
    { label: 'Dismiss', onPress: () => list.dismiss() },
  ]
  // The open record shows its name itself.
  const isNamed = !isPart && records.length === 1 && records[0]?.id !== id
  const name = isNamed && namesInWords(list.source.form, records, 1, '')
  const isSignedIn = failure.undone !== undefined && failure.cause === 'other'
  const about = [name, isSignedIn && ENDED].filter(Boolean).join('. ')
  const shown = <Problem isAct {...{ failure, about, help }} />
  return id ? <div className="detail-problem">{shown}</div> : shown
}

/** More names would push the buttons out of sight. */
const MAX_NAMES = 5

/** The question before an action: what, whose and when. Any part of the list may ask it. */
export function ConfirmAction({ list }: { list: OpenList }) {
  const { form } = list.source
  const asked = usePart(list.$state, (state) => state.asked)
  const [first] = asked?.records ?? []
  if (!asked || !first) return null
  const { action, records, isHeld } = asked
  const isOne = records.length === 1
  const hasNotes = takesNotes(action, records)
  const these = isOne ? `this ${form.noun}` : `these ${records.length} ${form.plural}`
  const notes = isOne
    ? 'Your note is not saved, and goes with it.'
    : 'Notes not saved go with them.'
  return (
    <Ask
      heading={`${action.name.replace(/^\w+/, `$& ${these}`)}?`}
      what={
        <>
          {isOne
            ? personTexts(form, first).join(', ') || first.id
            : namesInWords(form, records, MAX_NAMES, ', ')}
          {isOne && <>, {dateOrText(first.createdAt)}</>}
          {/* A name may end with a full stop. */}
          <br />
          {action.asks?.words} {hasNotes && notes}
        </>
      }
      keep={isOne ? 'Keep it' : 'Keep them'}
      onClose={list.cancel}
    >
      <Button
        look={action.undo ? 'button' : 'button danger'}
        onPress={() => list.start(action, records, isHeld, hasNotes ? $noteDrafts.get() : {})}
      >
        {action.name}
      </Button>
    </Ask>
  )
}
