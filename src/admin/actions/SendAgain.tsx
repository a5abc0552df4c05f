import { useState } from 'react'
import { failureOf, type Failure } from '../api/failure.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { Problem } from '../parts/Problem.tsx'

type Props = {
  /** Sends what was given up. */
  send: () => Promise<unknown>
  /** What is said where that fails. */
  failed: string
  onSent: () => void
}

/** The button that tells the studio once more, and what went wrong with it. */
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
