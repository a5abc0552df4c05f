import { useState } from 'react'
import type { SelfTest } from '#api/admin-contract.ts'
import { readSelfTest, runSelfTest } from '../api/admin-api.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { useRequest } from '../api/use-request.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { display } from '../parts/display.tsx'
import { Problem } from '../parts/Problem.tsx'

type State = { step: 'ready' } | { step: 'running' } | { step: 'failed'; failure: Failure }

/** When the self-test last passed, and a button that runs it. */
export function StoreSelfTest() {
  const last = useRequest('self-test', readSelfTest)
  const [outcome, setOutcome] = useState<SelfTest>()
  const [state, setState] = useState<State>({ step: 'ready' })
  const isRunning = state.step === 'running'

  async function run() {
    setState({ step: 'running' })
    try {
      setOutcome(await runSelfTest())
      setState({ step: 'ready' })
    } catch (error) {
      setState({ step: 'failed', failure: failureOf(error, 'The self-test could not be run') })
    }
  }

  return (
    <section className="self-test" aria-label="The store’s self-test">
      <LastPassed result={outcome ?? last.result} />
      <BusyButton isBusy={isRunning} onPress={run}>
        {isRunning ? 'Running the self-test…' : 'Run the self-test'}
      </BusyButton>
      <div role="status">{outcome?.ok && !isRunning && 'Passed: storage works.'}</div>
      {state.step === 'failed' && <Problem failure={state.failure} />}
    </section>
  )
}

function LastPassed({ result }: { result: SelfTest | null | undefined }) {
  // An empty line keeps the place, so that nothing moves when the answer comes.
  if (result === undefined) return <p className="soft">{'\u00a0'}</p>
  return (
    <>
      <p className="soft">
        {result?.passedAt ? (
          <>The store’s self-test last passed on {display(result.passedAt)}.</>
        ) : (
          'The store’s self-test has not passed yet.'
        )}
      </p>
      {result && !result.ok && <Failed result={result} />}
    </>
  )
}

const Failed = ({ result }: { result: SelfTest }) => (
  <div className="notice bad" role="alert">
    <div>
      <p>
        On {display(result.ranAt)} it failed. Until it passes, the site may lose what it stores:
      </p>
      <ul>
        {result.checks
          .filter(({ ok }) => !ok)
          .map(({ name, note }) => (
            <li key={name}>{[`Failed: ${name}.`, note].filter(Boolean).join(' ')}</li>
          ))}
      </ul>
    </div>
  </div>
)
