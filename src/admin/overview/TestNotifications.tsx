import { useState } from 'react'
import type { TestAnswer } from '#api/admin-contract.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { testNotifications } from '../api/notifications.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { Problem } from '../parts/Problem.tsx'

type State =
  | { step: 'ready'; answer?: TestAnswer }
  | { step: 'running' }
  | { step: 'failed'; failure: Failure }

const SENT = { mail: 'The mail was sent.', webhook: 'The webhook accepted it.' }

/** A button that sends a test through every channel, and the results. */
export function TestNotifications({ onDone }: { onDone: () => void }) {
  const [state, setState] = useState<State>({ step: 'ready' })
  const isRunning = state.step === 'running'

  async function run() {
    setState({ step: 'running' })
    try {
      setState({ step: 'ready', answer: await testNotifications() })
      onDone()
    } catch (error) {
      setState({ step: 'failed', failure: failureOf(error, 'The test could not be sent') })
    }
  }

  return (
    <>
      <BusyButton isBusy={isRunning} onPress={run}>
        {isRunning ? 'Sending a test…' : 'Send a test'}
      </BusyButton>
      <div role="status">
        {state.step === 'ready' && state.answer && <p>{inWords(state.answer)}</p>}
      </div>
      {state.step === 'failed' && <Problem failure={state.failure} />}
    </>
  )
}

const inWords = ({ channels }: TestAnswer): string =>
  (['mail', 'webhook'] as const)
    .flatMap((channel) => {
      const one = channels[channel]
      if (!one) return []
      return one.ok ? [SENT[channel], ...(one.note ? [one.note] : [])] : [one.why]
    })
    .join(' ')
