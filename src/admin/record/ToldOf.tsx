import type { Telling, Told } from '#api/admin-contract.ts'
import { SendAgain } from '../actions/SendAgain.tsx'
import { sendAgain } from '../api/notifications.ts'
import type { RecordSource } from '../api/record-source.ts'
import { display } from '../parts/display.tsx'

type Props = { source: RecordSource; id: string; told: Told | undefined; onSent: () => void }

/** The notifications of a record. A failed one can be sent again. */
export function ToldOf({ source, id, told, onSent }: Props) {
  const tellings = Object.entries(told ?? {})
  if (tellings.length === 0) return null
  const hasFailed = tellings.some(([, one]) => 'failedAt' in one)

  const { form, project } = source
  const record = { collection: form.collection, ...(project && { projectSlug: project }), id }

  return (
    <div className="standing">
      {tellings.map(([channel, one]) => (
        <p key={channel} className={hasFailed ? undefined : 'soft'}>
          {channel === 'mail' ? 'Mail' : 'Webhook'}: <InWords telling={one} />
        </p>
      ))}
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

function InWords({ telling }: { telling: Telling }) {
  if ('toldAt' in telling) return <>told on {display(telling.toldAt)}</>
  if ('failedAt' in telling)
    return (
      <>
        given up on {display(telling.failedAt)}. {telling.why}
      </>
    )
  if (telling.why === null) return 'not told yet'
  return (
    <>
      not told yet, after {telling.tries} of {telling.mostTries} tries. {telling.why}
    </>
  )
}
