import type { DeliveryStatus, InboxRecord } from '#api/admin-contract.ts'
import { sendAgain } from '../api/admin-api.ts'
import type { RecordSource } from '../api/lists.ts'
import { display } from '../parts/display.tsx'
import { CallButton } from '../parts/Request.tsx'

type Props = {
  source: RecordSource
  record: InboxRecord
  onSent: () => void
}

/** The notifications of a record, and its receipt. A failed notification can be sent again. */
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
          {'sentAt' in receipt ? <>Receipt sent {display(receipt.sentAt)}</> : receipt.why}
        </p>
      )}
      {hasFailed && (
        <CallButton
          label="Send again"
          busy="Sending again…"
          failed="It could not be sent again"
          call={() => sendAgain(record).then(onSent)}
        />
      )}
    </div>
  )
}

function InWords({ status }: { status: DeliveryStatus }) {
  if ('toldAt' in status) return <>sent on {display(status.toldAt)}</>
  if ('failedAt' in status)
    return (
      <>
        gave up trying on {display(status.failedAt)}. {status.why}
      </>
    )
  if (status.why === null) return 'not sent yet'
  return (
    <>
      not sent yet, after {status.tries} of {status.mostTries} tries. {status.why}
    </>
  )
}
