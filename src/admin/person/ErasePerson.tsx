import { failureOf, hasNoAnswer, refusalIn } from '../api/failure.ts'
import { erasePerson, isOtherTotal } from '../api/people.ts'
import { useCall, useOnRetry } from '../api/use-request.ts'
import { usePatience } from '../api/waiting.ts'
import { Ask } from '../parts/Dialog.tsx'
import { Button } from '../parts/Button.tsx'
import { Waits } from '../parts/Request.tsx'

type Props = {
  address: string
  total: number
  onErased: () => void
  /** The number of records has changed since the question. */
  onOtherTotal: () => void
  onKeep: () => void
}

/** The question before everything of one person is erased. */
export function ErasePerson({ address, total, onErased, onOtherTotal, onKeep }: Props) {
  const { isBusy, failure, run, forget } = useCall(failureIn)
  const { ask, waiting } = usePatience()
  useOnRetry(failure !== undefined, forget)
  const records = total === 1 ? '1 record' : `${total} records`

  async function erase() {
    const failed = await run(() => ask(() => erasePerson(address, total)).then(onErased))
    if (failed?.detail) onOtherTotal()
  }

  return (
    <Ask
      heading={`Erase ${records}?`}
      what={
        <>
          Everything from <bdi>{address}</bdi>, in every form and waitlist, including held
          submissions, notes and resumes. This cannot be undone.
        </>
      }
      keep={total === 1 ? 'Keep it' : 'Keep them'}
      onClose={onKeep}
      progress={
        waiting && (
          <Waits
            words="Some records cannot be read yet. Nothing is erased until they can."
            waiting={waiting}
            then="Leave this open: it continues on its own."
          />
        )
      }
      failure={failure}
    >
      <Button look="button danger" isBusy={isBusy} onPress={erase}>
        {isBusy ? 'Erasing…' : `Erase ${records}`}
      </Button>
    </Ask>
  )
}

/** What happened, and what to do if the number has changed. */
function failureIn(error: unknown) {
  const { left } = refusalIn(error)
  if (left !== undefined) {
    return failureOf(
      error,
      `${left} could not be erased; the others were`,
      'Check the number, then decide again.',
    )
  }
  if (isOtherTotal(error)) {
    const changed = 'The number of records has changed. Check it, then decide again.'
    return failureOf(error, 'Nothing was erased', changed)
  }
  // Without an answer the outcome is unknown.
  if (hasNoAnswer(error)) {
    return failureOf(
      error,
      'It is unclear what was erased',
      'Wait for the new count, then decide again.',
    )
  }
  return failureOf(error, 'Nothing was erased')
}
