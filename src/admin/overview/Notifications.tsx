import type { NotificationsAnswer, WaitingForBuild } from '#api/admin-contract.ts'
import { SendAgain } from '../actions/SendAgain.tsx'
import { readNotifications, sendAgain } from '../api/notifications.ts'
import { useRequest } from '../api/use-request.ts'
import { display } from '../parts/display.tsx'
import { TestNotifications } from './TestNotifications.tsx'

const NAMES = { mail: 'Mail', webhook: 'Webhook' }

/** Which channels are set, what they delivered last, and what failed for good. */
export function Notifications() {
  const { result, reload } = useRequest('notifications', readNotifications)
  const set = result?.channels.filter(({ isSet }) => isSet) ?? []
  return (
    <section className="self-test" aria-label="Notifications">
      {result ? <Health now={result} /> : <p className="soft">{'\u00a0'}</p>}
      {result?.files.refusedAt && <FilesRefused files={result.files} at={result.files.refusedAt} />}
      {result?.build && <WaitingForABuild build={result.build} />}
      {result && result.failed.total > 0 && <GivenUp failed={result.failed} onSent={reload} />}
      {set.length > 0 && <TestNotifications onDone={reload} />}
    </section>
  )
}

const FilesRefused = ({ files, at }: { files: NotificationsAnswer['files']; at: string }) => (
  <div className="notice bad" role="alert">
    <p>
      The day’s room for resumes, {files.limitMib} MiB, was used up: on {display(at)} one was not
      kept. Such applications are held, and their senders were asked to mail the file.
    </p>
  </div>
)

const WaitingForABuild = ({ build: { entries, isFault, why } }: { build: WaitingForBuild }) => (
  <div className={`notice ${isFault ? 'bad' : 'warning'}`} role={isFault ? 'alert' : undefined}>
    <p>
      {entries === 1 && 'One entry of the public site waits for a build. '}
      {entries > 1 && `${entries} entries of the public site wait for a build. `}
      {why}
    </p>
  </div>
)

function Health({ now: { channels, owed } }: { now: NotificationsAnswer }) {
  const wrong = channels.flatMap((one) => one.wrong)
  if (!channels.some(({ isSet }) => isSet)) {
    return (
      <div className="notice warning">
        <p>
          Nobody is told of new submissions. Ask the operator of the site to set NOTIFY_TO and
          SMTP_URL for mails, or NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET for a webhook.
        </p>
      </div>
    )
  }
  return (
    <>
      {wrong.length > 0 && (
        <div className="notice bad" role="alert">
          <div>
            <p>
              The notification settings are wrong. Unsent notifications wait three days for them to
              be corrected.
            </p>
            <ul>
              {wrong.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {channels
        .filter(({ isSet }) => isSet)
        .map((one) => (
          <p key={one.channel} className="soft">
            {NAMES[one.channel]}: <LastOf channel={one} />
          </p>
        ))}
      {owed > 0 && (
        <p>
          {owed === 1 ? 'One submission has' : `${owed} submissions have`} not been announced yet.
        </p>
      )}
    </>
  )
}

function LastOf({ channel }: { channel: NotificationsAnswer['channels'][number] }) {
  const { deliveredAt, failedAt, why } = channel
  const hasFailed = failedAt !== null && failedAt >= (deliveredAt ?? '')
  return (
    <>
      {deliveredAt ? <>last delivered on {display(deliveredAt)}.</> : 'nothing was delivered yet.'}
      {hasFailed && (
        <>
          {' '}
          On {display(failedAt)} it failed: {why}
        </>
      )}
    </>
  )
}

type GivenUpProps = { failed: NotificationsAnswer['failed']; onSent: () => void }

const MOST_NAMED = 5

/** Each call sends some of them. It stops when a call leaves no fewer than the one before. */
async function sendAll(before = Infinity): Promise<void> {
  const { left } = await sendAgain()
  if (left > 0 && left < before) await sendAll(left)
}

/** The notifications that failed for good, why, and a button that sends them again. */
const GivenUp = ({ failed: { total, items }, onSent }: GivenUpProps) => (
  <div className="notice bad" role="alert">
    <div>
      <p>Nobody could be told about {total === 1 ? 'one submission' : `${total} submissions`}:</p>
      <ul>
        {items.slice(0, MOST_NAMED).map(({ id, reference, why }) => (
          <li key={id}>
            {reference}: {Object.values(why).join(' ')}
          </li>
        ))}
      </ul>
      <SendAgain send={() => sendAll()} failed="Not all could be sent again" onSent={onSent} />
    </div>
  </div>
)
