import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/call.ts'
import { usePatience } from '../api/patience.ts'
import { failureOf, refusalIn } from '../api/failure.ts'
import { erasePerson } from '../api/people.ts'
import { wasRefused } from '../api/refused.ts'
import { Ask } from '../parts/Dialog.tsx'
import { $unseen } from '../parts/Notice.tsx'
import { LEAVE_OPEN, Waits } from '../parts/Waits.tsx'
import { keepTrack } from '../session/under-way.ts'

const UNREAD = 'Some records cannot be read yet. Nothing is erased until they can.'

type Props = {
  address: string
  total: number
  onErased: (words: string) => void
  /** The number of records has changed since the question. */
  onOtherTotal: () => void
  onKeep: () => void
}

export function ErasePerson({ address, total, onErased, onOtherTotal, onKeep }: Props) {
  const { ask, waiting } = usePatience()
  const records = total === 1 ? '1 record' : `${total} records`

  const hasLeft = useRef(false)
  useEffect(() => () => void (hasLeft.current = true), [])

  /** Nobody sees the question any more: what became of it is said where failures of other views are. */
  function sayUnseen(error: unknown) {
    const [words] = outcomeOf(error)
    const again = () => void erase().catch(() => undefined)
    $unseen.set([...$unseen.get(), { words, who: address, ids: [address], again }])
  }

  function erase() {
    $unseen.set($unseen.get().filter(({ ids }) => !ids.includes(address)))
    const erasing = ask(() => erasePerson(address, total))
    keepTrack(erasing)
    return erasing.then(
      () => onErased(`Erased ${records} from ${address}`),
      (error: unknown) => {
        if (outcomeOf(error)[1]) onOtherTotal()
        if (hasLeft.current) sayUnseen(error)
        throw error
      },
    )
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
      act={{
        name: `Erase ${records}`,
        doing: 'Erasing…',
        failed: (error) => failureOf(error, ...outcomeOf(error)),
        call: erase,
      }}
      progress={waiting && <Waits words={UNREAD} waiting={waiting} then={LEAVE_OPEN} />}
    />
  )
}

/** What happened, and what to do if the number has changed. */
function outcomeOf(error: unknown): [words: string, detail?: string] {
  const { left } = refusalIn(error)
  if (left !== undefined)
    return [`${left} could not be erased; the others were`, 'Check the number, then decide again.']
  if (error instanceof ApiError && error.status === 409)
    return ['Nothing was erased', 'The number of records has changed. Check it, then decide again.']
  if (wasRefused(error)) return ['Nothing was erased']
  return ['It is unclear what was erased', 'Wait for the new count, then decide again.']
}
