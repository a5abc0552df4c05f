import { useState } from 'react'
import { failureOf, hasNoAnswer, refusalIn, type Failure } from '../api/failure.ts'
import { erasePerson, isOtherTotal } from '../api/people.ts'
import { useOnRetry } from '../api/connection.ts'
import { usePatience } from '../api/waiting.ts'
import { Ask } from '../parts/Ask.tsx'
import { BusyButton } from '../parts/BusyButton.tsx'
import { Problem } from '../parts/Problem.tsx'
import { Waits } from '../parts/Waits.tsx'

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
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure & { detail?: string }>()
  const { ask, waiting } = usePatience()
  useOnRetry(failure !== undefined, () => setFailure(undefined))
  const records = total === 1 ? '1 record' : `${total} records`

  async function erase() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await ask(() => erasePerson(address, total))
      onErased()
    } catch (error) {
      const [words, detail] = wordsFor(error)
      const why = failureOf(error, words)
      setFailure({ ...why, ...(why.cause !== 'session' && { detail }) })
      if (detail) onOtherTotal()
      setIsBusy(false)
    }
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
      actions={
        <>
          <BusyButton kind="danger" isBusy={isBusy} onPress={erase}>
            {isBusy ? 'Erasing…' : `Erase ${records}`}
          </BusyButton>
          <button type="button" className="button" data-focus onClick={onKeep}>
            Keep {total === 1 ? 'it' : 'them'}
          </button>
        </>
      }
      onClose={onKeep}
    >
      {waiting && (
        <Waits
          words="Some records cannot be read yet. Nothing is erased until they can."
          waiting={waiting}
          then="Leave this open: it continues on its own."
        />
      )}
      {failure && <Problem failure={failure} detail={failure.detail} />}
    </Ask>
  )
}

/** What happened, and what to do if the number has changed. */
function wordsFor(error: unknown): [words: string, detail?: string] {
  const { left } = refusalIn(error)
  if (left !== undefined) {
    return [`${left} could not be erased; the others were`, 'Check the number, then decide again.']
  }
  if (isOtherTotal(error)) {
    return ['Nothing was erased', 'The number of records has changed. Check it, then decide again.']
  }
  // Without an answer the outcome is unknown.
  if (hasNoAnswer(error)) {
    return ['It is unclear what was erased', 'Wait for the new count, then decide again.']
  }
  return ['Nothing was erased']
}
