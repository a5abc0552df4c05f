import type { ReactNode } from 'react'
import type { DeliveryStatus, DeliveryStatuses } from '#api/admin-contract.ts'
import { SendAgain } from '../actions/SendAgain.tsx'
import { sendAgain } from '../api/admin-api.ts'
import type { RecordSource } from '../api/lists.ts'
import { display } from '../parts/display.tsx'

type Props = {
  source: RecordSource
  id: string
  statuses: DeliveryStatuses | undefined
  onSent: () => void
  /** What else was sent. */
  children: ReactNode
}

/** The notifications of a record. A failed one can be sent again. */
export function Deliveries({ source, id, statuses = {}, onSent, children }: Props) {
  const channels = Object.entries(statuses)
  if (channels.length === 0 && !children) return null
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
      {children}
      {hasFailed && (
        <SendAgain
          send={() => sendAgain(record)}
          failed="It could not be sent again"
          onSent={onSent}
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
