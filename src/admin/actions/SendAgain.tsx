import { useState } from 'react'
import { failureOf, type Failure } from '../api/failure.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { Problem } from '../parts/Problem.tsx'

type Props = {
  send: () => Promise<unknown>
  /** The words if that fails. */
  failed: string
  onSent: () => void
}

/** A button that sends notifications again, and the problem if that fails. */
export function SendAgain({ send, failed, onSent }: Props) {
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setSending] = useState(false)

  async function press() {
    setSending(true)
    setFailure(undefined)
    try {
      await send()
      onSent()
    } catch (error) {
      setFailure(failureOf(error, failed))
    }
    setSending(false)
  }

  return (
    <>
      <BusyButton isBusy={isSending} onPress={press}>
        {isSending ? 'Sending again…' : 'Send again'}
      </BusyButton>
      {failure && <Problem failure={failure} />}
    </>
  )
}
