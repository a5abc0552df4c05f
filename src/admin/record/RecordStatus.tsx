import { useState } from 'react'
import type { InboxRecord, RecordState } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { findPerson } from '../api/people.ts'
import { useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Button.tsx'
import { display } from '../parts/display.tsx'
import { openPerson } from '../route/navigation.ts'
import { addressOfSender } from './mail.ts'

type Props = { form: Form; record: InboxRecord }

/** Whether a reply is due or was given, and what there is of the sender. */
export function RecordStatus({ form, record }: Props) {
  const { state } = record
  const address = addressOfSender(form, record)
  return (
    <div className="record-status">
      {state && form.replyPromise && <p>{stateInWords(state)}</p>}
      <div className="row">
        {address && <CopyAddress key={record.id} address={address} />}
        {address && <PersonLink address={address} />}
      </div>
    </div>
  )
}

/** "24 Nov" */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

function stateInWords({ answeredAt, answeredBy, dueAt }: RecordState) {
  if (answeredAt && answeredBy) {
    return (
      <>
        Answered by <bdi>{answeredBy}</bdi>, {day.format(Date.parse(answeredAt))}
      </>
    )
  }
  if (answeredAt) return <>Answered on {display(answeredAt)}</>
  if (!dueAt) return 'Not answered'
  const isOver = Date.parse(dueAt) < Date.now()
  return (
    <span className={isOver ? 'due overdue' : undefined}>
      {isOver ? 'The reply was due on' : 'A reply is due by'} {display(dueAt)}
    </span>
  )
}

/** How many records this person has sent; it opens them. */
function PersonLink({ address }: { address: string }) {
  const { result, isStale } = useRequest(`person ${address}`, () => findPerson(address))
  const count = isStale ? undefined : result?.total
  return (
    <Button onPress={openPerson}>All from this person{count !== undefined && ` (${count})`}</Button>
  )
}

/** Copies the sender's address. */
function CopyAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setCopied('Copied.')
    } catch {
      setCopied('The browser did not allow it. Select the address below and copy it.')
    }
  }

  return (
    <>
      <Button aria-keyshortcuts="c" onPress={copy}>
        Copy address
      </Button>
      <span className="soft" role="status">
        {copied}
      </span>
    </>
  )
}
