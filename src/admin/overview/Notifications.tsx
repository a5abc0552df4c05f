import { useState } from 'react'
import type * as Contract from '#api/admin-contract.ts'
import { callAdmin } from '../api/call-admin.ts'
import { personName } from '../api/inbox-record.ts'
import { sourceOf } from '../api/lists.ts'
import { peekRecord, sendAgain } from '../api/one-record.ts'
import { unlessRefused } from '../api/refused.ts'
import { useRequest } from '../api/use-request.ts'
import { dateOrText } from '../parts/display.tsx'
import { Notice } from '../parts/Notice.tsx'
import { CallButton } from '../parts/Request.tsx'
import { RouteLink } from '../route/RouteLink.tsx'

const NAMES = { mail: 'Mail', webhook: 'Webhook' }

/** Which channels are set, what they delivered last, and what failed for good. */
export function Notifications() {
  const { result, failure, reload } = useRequest('notifications', () =>
    callAdmin<Contract.NotificationsAnswer>('notifications', 'GET'),
  )
  const { files, build, check, failed } = result ?? {}
  return (
    <section aria-label="Notifications">
      {result ? (
        <Health now={result} onTest={reload} />
      ) : (
        <p className="row soft state-line">
          {failure ? 'It could not be read what was delivered.' : '\u00a0'}
        </p>
      )}
      {files?.refusedAt && (
        <Notice
          kind="bad"
          words={
            <>
              The day’s room for resumes, {files.limitMib} MiB, was used up: on{' '}
              {dateOrText(files.refusedAt)} one was not kept. Such applications are held, and their
              senders were asked to mail the file.
            </>
          }
        />
      )}
      {build && (
        <Notice
          kind={build.isFault ? 'bad' : 'warning'}
          words={
            <>
              {build.entries === 1 && 'One entry of the public site waits for a build. '}
              {build.entries > 1 &&
                `${build.entries} entries of the public site wait for a build. `}
              {build.why}
            </>
          }
        />
      )}
      {check && (
        <div className="row soft state-line">
          <p data-well={check.why ? false : check.passedAt !== null || ''}>
            {check.passedAt ? (
              <>The site’s daily check of itself last passed on {dateOrText(check.passedAt)}.</>
            ) : (
              'The site’s daily check of itself has not passed yet.'
            )}
          </p>
        </div>
      )}
      {check?.why && <Notice kind="bad" words={`The last daily check failed. ${check.why}`} />}
      {failed && failed.total > 0 && <GivenUp {...failed} onSent={reload} />}
    </section>
  )
}

const NOBODY =
  'Nobody is told of new submissions. Ask the operator of the site to set NOTIFY_TO and SMTP_URL ' +
  'for mails, or NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET for a webhook.'

const WRONG =
  'The notification settings are wrong. Unsent notifications wait three days for them to be corrected.'

type HealthProps = { now: Contract.NotificationsAnswer; onTest: () => void }

function Health({ now: { channels, owed }, onTest }: HealthProps) {
  const wrong = channels.flatMap((one) => one.wrong)
  const set = channels.filter(({ isSet }) => isSet)
  if (set.length === 0) return <Notice kind="warning" words={NOBODY} />
  return (
    <>
      {wrong.length > 0 && <Notice kind="bad" words={WRONG} items={wrong} />}
      <div className="row soft state-line">
        <div>
          {set.map((one) => (
            <LastOf key={one.channel} {...one} />
          ))}
        </div>
        <TestNotifications onDone={onTest} />
      </div>
      {owed > 0 && (
        <div className="row soft state-line">
          <p data-well="">
            {owed === 1 ? 'One submission has' : `${owed} submissions have`} not been announced
            {set.length > 1 && ' through every channel'} yet. After many in an hour, the rest share
            a mail.
          </p>
        </div>
      )}
    </>
  )
}

type ChannelHealth = Contract.NotificationsAnswer['channels'][number]

function LastOf({ channel, deliveredAt, failedAt, why }: ChannelHealth) {
  const hasFailed = failedAt !== null && failedAt >= (deliveredAt ?? '')
  return (
    <p data-well={hasFailed ? false : deliveredAt !== null || ''}>
      {NAMES[channel]}:{' '}
      {deliveredAt ? (
        <>last delivered on {dateOrText(deliveredAt)}.</>
      ) : (
        'nothing was delivered yet.'
      )}
      {hasFailed && (
        <>
          {' '}
          On {dateOrText(failedAt)} it failed: {why}
        </>
      )}
    </p>
  )
}

type FailedOnes = Contract.NotificationsAnswer['failed']

const MOST_NAMED = 5

/** Each call sends some of them. It stops when a call leaves no fewer than the one before. */
async function sendAll(before = Infinity): Promise<void> {
  const { left } = await sendAgain()
  if (left > 0 && left < before) await sendAll(left)
}

/** The notifications that failed for good, why, and a button that sends them again. */
function GivenUp({ total, items, onSent }: FailedOnes & { onSent: () => void }) {
  const isTold = items.some((one) => one.isTold)
  const words = isTold ? 'Not every channel could tell of' : 'Nobody could be told about'
  return (
    <Notice
      kind="bad"
      words={`${words} ${total === 1 ? 'one submission' : `${total} submissions`}:`}
    >
      <ul>
        {items.slice(0, MOST_NAMED).map((item) => (
          <NotTold key={item.id} {...item} />
        ))}
      </ul>
      <CallButton
        label="Send again"
        busy="Sending again…"
        failed="Not all could be sent again"
        call={() => sendAll().then(onSent)}
      />
    </Notice>
  )
}

function NotTold({ id, reference, why, ...address }: FailedOnes['items'][number]) {
  const source = sourceOf(address)
  const route = { tab: source?.form.name, project: source?.project, record: id }
  const { result } = useRequest(id, async () =>
    source ? peekRecord(source, id, false) : undefined,
  )
  return (
    <li>
      <RouteLink to={route}>
        {source && result ? `${personName(source.form, result)}, ${source.form.tab}` : reference}
      </RouteLink>
      : {Object.values(why).join(' ')}
    </li>
  )
}

/** A test waits for every channel. */
const TEST_MS = 15_000

const notSent = unlessRefused('The test could not be sent', 'It is unclear whether it was sent')

function TestNotifications({ onDone }: { onDone: () => void }) {
  const [answer, setAnswer] = useState<Contract.TestAnswer>()

  async function test() {
    setAnswer(undefined)
    setAnswer(await callAdmin('notifications/test', 'POST', { timeOutMs: TEST_MS }))
    onDone()
  }

  return (
    <>
      <CallButton label="Send a test" busy="Sending a test…" failed={notSent} call={test} />
      <div role="status">{answer && <p>{inWords(answer)}</p>}</div>
    </>
  )
}

const inWords = ({ channels: { mail, webhook } }: Contract.TestAnswer): string =>
  [
    ...(mail?.ok ? ['The mail was sent.', mail.note] : [mail?.why]),
    ...(webhook?.ok ? ['The webhook accepted it.', webhook.note] : [webhook?.why]),
  ]
    .filter(Boolean)
    .join(' ')
