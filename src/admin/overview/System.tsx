import { useState } from 'react'
import type { SelfTest } from '#api/admin-contract.ts'
import { readSelfTest, runSelfTest } from '../api/admin-api.ts'
import { useRequest } from '../api/use-request.ts'
import { display } from '../parts/display.tsx'
import { Notice } from '../parts/Notice.tsx'
import { CallButton } from '../parts/Request.tsx'
import { Notifications } from './Notifications.tsx'
import { Weeks } from './Weeks.tsx'

/** How the last weeks were, and how the site itself is: what it told, its daily check, its store. */
export const System = () => (
  <>
    <Weeks />
    <Notifications />
    <StoreSelfTest />
  </>
)

function StoreSelfTest() {
  const last = useRequest('self-test', readSelfTest)
  const [outcome, setOutcome] = useState<SelfTest>()
  const [hasPassed, setHasPassed] = useState(false)

  async function test() {
    setHasPassed(false)
    const now = await runSelfTest()
    setOutcome(now)
    setHasPassed(now.ok)
  }

  return (
    <section className="self-test" aria-label="The store’s self-test">
      <LastPassed result={outcome ?? last.result} />
      <CallButton
        label="Run the self-test"
        busy="Running the self-test…"
        failed="The self-test could not be run"
        call={test}
      />
      <div role="status">{hasPassed && 'Passed: storage works.'}</div>
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
      {result && !result.ok && (
        <Notice
          kind="bad"
          words={
            <>
              On {display(result.ranAt)} it failed. Until it passes, the site may lose what it
              stores:
            </>
          }
          items={result.checks
            .filter(({ ok }) => !ok)
            .map(({ name, note }) => [`Failed: ${name}.`, note].filter(Boolean).join(' '))}
        />
      )}
    </>
  )
}
