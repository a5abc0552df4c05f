import { useId, useState } from 'react'
import { failureOf, type Failure } from '../api/failure.ts'
import { erasePerson, isOtherTotal } from '../api/people.ts'
import { useOnRetry } from '../api/use-on-retry.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Problem } from '../parts/Problem.tsx'

type Props = {
  address: string
  total: number
  onErased: () => void
  /** There are more or fewer of them than was asked about. */
  onOtherTotal: () => void
  onKeep: () => void
}

/** The question before everything of one person is erased. */
export function ErasePerson({ address, total, onErased, onOtherTotal, onKeep }: Props) {
  const id = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure & { isOther: boolean }>()
  useOnRetry(failure !== undefined, () => setFailure(undefined))
  const records = total === 1 ? '1 record' : `${total} records`

  async function erase() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await erasePerson(address, total)
      onErased()
    } catch (error) {
      const isOther = isOtherTotal(error)
      if (isOther) onOtherTotal()
      setFailure({ ...failureOf(error, 'Nothing was erased'), isOther })
      setIsBusy(false)
    }
  }

  return (
    <Dialog labelledBy={id} describedBy={`${id}-what`} className="confirm" onClose={onKeep}>
      <div className="dialog-body">
        <h2 id={id} className="h3">
          Erase {records}?
        </h2>
        <p id={`${id}-what`}>
          Everything from <bdi>{address}</bdi>, in every form and waitlist, held ones, notes and
          resumes too. It cannot be brought back.
        </p>
        <div className="row">
          <button
            type="button"
            className="button danger"
            disabled={isBusy}
            aria-busy={isBusy || undefined}
            onClick={() => void erase()}
          >
            {isBusy ? 'Erasing…' : `Erase ${records}`}
          </button>
          <button type="button" className="button" data-focus onClick={onKeep}>
            Keep {total === 1 ? 'it' : 'them'}
          </button>
        </div>
        {failure && (
          <Problem
            failure={failure}
            detail={
              failure.isOther
                ? 'There are more or fewer records than before: look at the number, and decide again.'
                : undefined
            }
          />
        )}
      </div>
    </Dialog>
  )
}
