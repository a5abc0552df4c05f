import { useState } from 'react'
import type { SelfTest, WeeksAnswer } from '#api/admin-contract.ts'
import { callAdmin } from '../api/call-admin.ts'
import { unlessRefused } from '../api/refused.ts'
import { useRequest } from '../api/use-request.ts'
import { Notice } from '../parts/Notice.tsx'
import { CallButton } from '../parts/Request.tsx'
import { dateOrText } from '../parts/display.tsx'
import { Notifications } from './Notifications.tsx'

/** How the last weeks were, and how the site itself is: what it told, its daily check, its store. */
export const System = () => (
  <div className="system">
    <Weeks />
    <div>
      <Notifications />
      <StoreSelfTest />
    </div>
  </div>
)

/** A request's whole time on Netlify. */
const SELF_TEST_MS = 60_000

const notRun = unlessRefused(
  'The self-test could not be run',
  'It is unclear whether the self-test ran',
)

const UNREAD = 'When the store’s self-test last passed could not be read.'

function StoreSelfTest() {
  const last = useRequest('self-test', () => callAdmin<SelfTest | null>('self-test', 'GET'))
  const [outcome, setOutcome] = useState<SelfTest>()
  const [hasPassed, setHasPassed] = useState(false)

  async function test() {
    setHasPassed(false)
    const now = await callAdmin<SelfTest>('self-test', 'POST', { timeOutMs: SELF_TEST_MS })
    setOutcome(now)
    setHasPassed(now.ok)
  }

  const result = outcome ?? last.result
  return (
    <section aria-label="The store’s self-test">
      <div className="row soft state-line">
        <p data-well={result?.ok ?? ''}>
          {/* An empty line keeps the place, so that nothing moves when the answer comes. */}
          {result === undefined && (last.failure ? UNREAD : '\u00a0')}
          {result?.passedAt && (
            <>The store’s self-test last passed on {dateOrText(result.passedAt)}.</>
          )}
          {result === null && 'The store’s self-test has not been run yet.'}
          {result?.passedAt === null && 'The store’s self-test has not passed yet.'}
        </p>
        <CallButton
          label="Run the self-test"
          busy="Running the self-test…"
          failed={notRun}
          call={test}
        />
        <div role="status">{hasPassed && 'Passed: storage works.'}</div>
      </div>
      {result && !result.ok && (
        <Notice
          kind="bad"
          words={
            <>
              On {dateOrText(result.ranAt)} it failed. Until it passes, the site may lose what it
              stores:
            </>
          }
          items={result.checks
            .filter(({ ok }) => !ok)
            .map(({ name, note }) => [`Failed: ${name}.`, note].filter(Boolean).join(' '))}
        />
      )}
    </section>
  )
}

const [BAR, GAP, HEIGHT] = [28, 12, 96]
const dayOf = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A bar for each of the last weeks, with its scale. It is left out if the weeks cannot be counted. */
function Weeks() {
  const { result } = useRequest('weeks', () => callAdmin<WeeksAnswer>('weeks', 'GET'))
  return <figure className="weeks">{result && <Bars {...result} />}</figure>
}

function Bars({ weeks }: WeeksAnswer) {
  const counts = weeks.map(({ count }) => count)
  const most = Math.max(...counts, 1)
  const width = weeks.length * (BAR + GAP) - GAP
  const [first] = weeks
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <p className="note most">{most.toLocaleString()} in the highest week</p>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`Received in each of the last ${weeks.length} weeks: ${counts.join(', ')}`}
      >
        <line x1="0" y1={HEIGHT - 0.5} x2={width} y2={HEIGHT - 0.5} />
        {weeks.map(({ from, count }, i) => {
          const height = (count / most) * (HEIGHT - 1)
          return (
            <rect key={from} x={i * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`Week from ${dayOf.format(new Date(from))}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="note span">
        <span>{first && dayOf.format(new Date(first.from))}</span>
        <span>today</span>
      </p>
      <figcaption className="soft">
        {(counts.at(-1) ?? 0).toLocaleString()} in the last seven days, {total.toLocaleString()}{' '}
        since {first && dayOf.format(new Date(first.from))}.
      </figcaption>
    </>
  )
}
