import { ApiError } from '../../api/call.ts'
import { usePatience } from '../api/patience.ts'
import { failureOf, refusalIn } from '../api/failure.ts'
import { erasePerson } from '../api/people.ts'
import { wasRefused } from '../api/refused.ts'
import { Ask } from '../parts/Dialog.tsx'
import { $unseen } from '../parts/Notice.tsx'
import { LEAVE_OPEN, Waits } from '../parts/Waits.tsx'
import { $route, goTo, type DashboardRoute } from '../route/route.ts'
import { $signIn, openSignIn } from '../session/kept.ts'
import { keepTrack, noteFailure } from '../session/under-way.ts'

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
  const { ask, waiting, leaving } = usePatience()
  const records = total === 1 ? '1 record' : `${total} records`

  function erase() {
    const asked = $route.get()
    const erasing = ask(() => erasePerson(address, total))
    keepTrack(erasing)
    return erasing.then(
      () => onErased(`Erased ${records} from ${address}`),
      (error: unknown) => {
        if (outcomeOf(error)[1]) onOtherTotal()
        if (leaving.aborted) sayUnseen(address, error, asked)
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

/**
 * Nobody sees the question any more: what became of it is said where failures of other views are. To
 * try it again is to be asked again, beside the present number.
 */
function sayUnseen(address: string, error: unknown, asked: DashboardRoute) {
  // Left while it waited for the store, it was taken back.
  if (error instanceof DOMException && error.name === 'AbortError') return
  const { words, cause } = failureOf(error, ...outcomeOf(error))
  const others = () => $unseen.get().filter(({ ids }) => !ids.includes(address))
  function again() {
    $unseen.set(others())
    goTo(asked)
  }
  $unseen.set([...others(), { words, who: address, ids: [address], again }])
  noteFailure()
  if (cause === 'session' && !$signIn.get()) openSignIn(null)
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
