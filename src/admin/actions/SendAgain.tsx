import { useCall } from '../api/use-call.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { Problem } from '../parts/Problem.tsx'

type Props = {
  send: () => Promise<unknown>
  /** The words of a failure. */
  failed: string
  onSent: () => void
}

export function SendAgain({ send, failed, onSent }: Props) {
  const { isBusy, failure, run } = useCall(failed)
  return (
    <>
      <BusyButton isBusy={isBusy} onPress={() => run(() => send().then(onSent))}>
        {isBusy ? 'Sending again…' : 'Send again'}
      </BusyButton>
      {failure && <Problem failure={failure} />}
    </>
  )
}
