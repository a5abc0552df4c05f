import type { DeliveryStatus, InboxRecord, RecordState } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { addressOfSender } from '../api/inbox-record.ts'
import type { RecordSource } from '../api/lists.ts'
import { sendAgain } from '../api/one-record.ts'
import { findPerson } from '../api/people.ts'
import { unlessRefused } from '../api/refused.ts'
import { useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { CallButton } from '../parts/Request.tsx'
import { dateOrText, local, spanInWords, useNow } from '../parts/display.tsx'
import { showPerson } from '../route/navigation.ts'

const notSent = unlessRefused(
  'It could not be sent again',
  'It is unclear whether it was sent again',
)

/** Whether a reply is due or was given, and what there is of the sender. */
export function RecordStatus({ form, record }: { form: Form; record: InboxRecord }) {
  const { state } = record
  const address = addressOfSender(form, record)
  return (
    <div className="record-status">
      {state && form.replyPromise && (
        <p>
          <ReplyState {...state} />
        </p>
      )}
      <div className="row">
        {address && (
          <CopyButton key={record.id} text={address} aria-keyshortcuts="c" what="address below">
            Copy address
          </CopyButton>
        )}
        {address && <PersonLink address={address} />}
      </div>
    </div>
  )
}

/** “24 Nov 2026, 10:55”, and a day as a record's other dates are written. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const localDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function ReplyState({ answeredAt, answeredBy, dueAt }: RecordState) {
  const now = useNow()
  if (answeredAt && answeredBy)
    return (
      <>
        Answered by <bdi>{answeredBy}</bdi>,{' '}
        <time dateTime={answeredAt}>{moment.format(Date.parse(answeredAt))}</time>
      </>
    )
  if (answeredAt) return <>Answered on {dateOrText(answeredAt)}</>
  if (!dueAt) return 'Not answered'
  const left = Date.parse(dueAt) - now
  const isOver = left < 0
  return (
    <span className={isOver ? 'due overdue' : undefined}>
      {isOver ? 'The reply was' : 'A reply is'} due by{' '}
      <time dateTime={dueAt}>{dueInWords(dueAt)}</time>
      <span className="on-screen">
        {isOver ? `, ${spanInWords(left)} ago` : `, in ${spanInWords(left)}`}
      </span>
    </span>
  )
}

/** The end of a day, or a moment; by the clock of this machine. */
function dueInWords(dueAt: string): string {
  const due = new Date(dueAt)
  // A day ends when the next one begins.
  const isEndOfDay = due.getHours() === 0 && due.getMinutes() === 0
  return isEndOfDay ? `the end of ${localDay.format(due.getTime() - 1)}` : local.format(due)
}

/** How many records this person has sent; it opens them. */
function PersonLink({ address }: { address: string }) {
  const { result, isStale } = useRequest(`person ${address}`, () => findPerson(address))
  const count = isStale ? undefined : result?.total
  return (
    <Button look="button small to-person" onPress={() => showPerson(true)}>
      All from this person{count !== undefined && ` (${count})`}
    </Button>
  )
}

type Props = { source: RecordSource; record: InboxRecord; onSent: () => void }

export function Deliveries({ source, record: { id, told = {}, receipt }, onSent }: Props) {
  const channels = Object.entries(told)
  if (channels.length === 0 && !receipt) return null
  const hasFailed = channels.some(([, one]) => 'failedAt' in one)

  const { form, project } = source
  const record = { collection: form.collection, ...(project && { projectSlug: project }), id }

  return (
    <div className="record-status">
      {channels.map(([channel, one]) => (
        <p key={channel} className={hasFailed ? undefined : 'soft'}>
          {channel === 'mail' ? 'Mail' : 'Webhook'}: <InWords status={one} />
        </p>
      ))}
      {receipt && (
        <p className="soft">
          {'sentAt' in receipt ? <>Receipt sent {dateOrText(receipt.sentAt)}</> : receipt.why}
        </p>
      )}
      {hasFailed && (
        <CallButton
          label="Send again"
          busy="Sending again…"
          failed={notSent}
          call={() => sendAgain(record).then(onSent)}
        />
      )}
    </div>
  )
}

function InWords({ status }: { status: DeliveryStatus }) {
  if ('toldAt' in status) return <>sent on {dateOrText(status.toldAt)}</>
  const why = status.why ? `. ${status.why}` : ''
  if ('failedAt' in status)
    return (
      <>
        gave up trying on {dateOrText(status.failedAt)}
        {why}
      </>
    )
  const { tries, mostTries } = status
  const tried = tries > 0 ? `, after ${tries} of ${mostTries} tries` : ''
  return `not sent yet${tried}${why}`
}
