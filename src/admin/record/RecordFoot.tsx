import { useEffect, useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { OpenList } from '../actions/open-list.ts'
import {
  answering,
  forget,
  hold,
  release,
  remove,
  type RecordAction,
} from '../actions/record-action.ts'
import { Button } from '../parts/Button.tsx'
import { addressOfSender, replyTo } from './mail.ts'

type Props = {
  list: OpenList
  id: string
  record: InboxRecord | undefined
  isHeld: boolean
  running: RecordAction | undefined
  isAnsweredElsewhere: boolean
  onAction: (action: RecordAction) => void
}

/** A second press on an act must not meet the record that took the place of the first one. */
const REST_MS = 400

function useRest(id: string): boolean {
  const [rested, setRested] = useState(id)
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), REST_MS)
    return () => clearTimeout(timer)
  }, [id])
  return rested !== id
}

/** The reply and the acts on the open record; always in sight. */
export function RecordFoot(props: Props) {
  const { list, id, record, isHeld, running, onAction } = props
  const { form } = list.source
  const isBusy = useRest(id) || !record || running !== undefined
  const address = record && addressOfSender(form, record)
  /** A phone has room for one line of buttons. */
  const [isMore, setIsMore] = useState(false)
  const isReplyOwed = form.replyPromise !== undefined
  const askToDelete = () => record && list.confirmDelete([record])
  const act = (action: RecordAction, key: string, kind = '', press = () => onAction(action)) => (
    <Button
      look={`button small ${kind}`}
      title={action.hint}
      aria-keyshortcuts={key}
      aria-disabled={isBusy}
      onPress={() => !isBusy && press()}
    >
      {running === action ? `${running.doing}…` : action.name}
    </Button>
  )
  return (
    <footer>
      {record && address && (
        <a className="button small" href={replyTo(form, record, address)} aria-keyshortcuts="r">
          Reply by mail
        </a>
      )}
      {isHeld && act(release, '!', 'solid')}
      {record && !isHeld && isReplyOwed && act(answering([record]), 'e', 'solid')}
      <span role="status">{props.isAnsweredElsewhere && 'Answered elsewhere'}</span>
      <Button
        look="button small more"
        aria-label="More actions"
        aria-expanded={isMore}
        onPress={() => setIsMore(!isMore)}
      >
        ⋯
      </Button>
      <span className={isMore ? 'others shown' : 'others'}>
        {!isHeld && act(hold, '!')}
        {record?.state?.seenAt && act(forget, 'u')}
        {act(remove, '#', 'danger', askToDelete)}
      </span>
    </footer>
  )
}
