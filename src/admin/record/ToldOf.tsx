import { useState } from 'react'
import { failureOf, type Failure } from '../api/failure.ts'
import { sendAgain, type Telling, type Told } from '../api/notifications.ts'
import type { RecordSource } from '../api/record-source.ts'
import { display } from '../parts/display.tsx'
import { Problem } from '../parts/Problem.tsx'

type Props = { source: RecordSource; id: string; told: Told | undefined; onSent: () => void }

/** Whether the studio was told of a record, and when; what failed can be sent again. */
export function ToldOf({ source, id, told, onSent }: Props) {
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setSending] = useState(false)
  const tellings = Object.entries(told ?? {})
  if (tellings.length === 0) return null
  const hasFailed = tellings.some(([, one]) => 'failedAt' in one)

  async function send() {
    setSending(true)
    setFailure(undefined)
    try {
      const { form, project } = source
      const record = { collection: form.collection, ...(project && { projectSlug: project }), id }
      await sendAgain(record)
      onSent()
    } catch (error) {
      setFailure(failureOf(error, 'It could not be sent again'))
    }
    setSending(false)
  }

  return (
    <div className="standing">
      {tellings.map(([channel, one]) => (
        <p key={channel} className={hasFailed ? undefined : 'soft'}>
          {channel === 'mail' ? 'Mail' : 'Webhook'}: <InWords telling={one} />
        </p>
      ))}
      {hasFailed && (
        <button
          type="button"
          className="button small"
          disabled={isSending}
          aria-busy={isSending || undefined}
          onClick={() => void send()}
        >
          {isSending ? 'Sending again…' : 'Send again'}
        </button>
      )}
      {failure && <Problem failure={failure} />}
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
      not told yet, after {telling.tries} of 12 tries. {telling.why}
    </>
  )
}
