import { useState } from 'react'
import type { SelfTest } from '#api/admin-contract.ts'
import { readSelfTest, runSelfTest } from '../api/admin-api.ts'
import { useCall } from '../api/use-call.ts'
import { useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Button.tsx'
import { display } from '../parts/display.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Problem } from '../parts/Problem.tsx'

export function StoreSelfTest() {
  const last = useRequest('self-test', readSelfTest)
  const [outcome, setOutcome] = useState<SelfTest>()
  const { isBusy, failure, run } = useCall('The self-test could not be run')
  return (
    <section className="self-test" aria-label="The store’s self-test">
      <LastPassed result={outcome ?? last.result} />
      <Button isBusy={isBusy} onPress={() => run(() => runSelfTest().then(setOutcome))}>
        {isBusy ? 'Running the self-test…' : 'Run the self-test'}
      </Button>
      <div role="status">{outcome?.ok && !isBusy && 'Passed: storage works.'}</div>
      {failure && <Problem failure={failure} />}
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
          `The store’s self-test has not ${result ? 'passed' : 'been run'} yet.`
        )}
      </p>
      {result && !result.ok && <Failed result={result} />}
    </>
  )
}

const Failed = ({ result }: { result: SelfTest }) => (
  <Notice
    kind="bad"
    words={
      <>On {display(result.ranAt)} it failed. Until it passes, the site may lose what it stores:</>
    }
    items={result.checks
      .filter(({ ok }) => !ok)
      .map(({ name, note }) => [`Failed: ${name}.`, note].filter(Boolean).join(' '))}
  />
)
