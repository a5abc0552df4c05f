import { useCall } from '../api/use-call.ts'
import { Button } from '../parts/Button.tsx'
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
      <Button isBusy={isBusy} onPress={() => run(() => send().then(onSent))}>
        {isBusy ? 'Sending again…' : 'Send again'}
      </Button>
      {failure && <Problem failure={failure} />}
    </>
  )
}
