import { useState } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import type { OpenList } from '../actions/open-list.ts'
import * as actions from '../actions/record-action.ts'
import { Button } from '../parts/Controls.tsx'
import { useKeys, useRested } from '../parts/use-keys.ts'
import { addressOfSender, personName, shortAnswers } from '../api/inbox-record.ts'
import { FileLink } from './StoredFile.tsx'
import { replyTo } from '../actions/to-sender.ts'
import type { Go } from '../route/navigation.ts'
import type { Elsewhere } from './use-reading.ts'

/** The way from the record to others. */
export type Neighbours = {
  /** Such as “3 of 120”; undefined if the record is on no known page of the list. */
  position?: string | undefined
  next?: Go
  previous?: Go
}

/** The record is undefined until it is read. */
type HeadProps = Neighbours & {
  id: string
  form: Form
  record: InboxRecord | undefined
  /** It stays once the record is gone. */
  name: string | undefined
  close: Go
}

/** Whose record is open, what it is about, and the ways to the next one, the previous one, and out. */
export const RecordHead = ({ id, form, record, name, position, ...go }: HeadProps) => (
  <header>
    <p className="note" role="status">
      {/* Without a name it is the heading. */}
      {name && <span id={`${id}-noun`}>{form.noun}</span>}
      {position && <span className="on-screen">{(name ? ', ' : '') + position}</span>}
    </p>
    <h2 id={id} className="h3">
      <bdi>{name ?? form.noun.charAt(0).toUpperCase() + form.noun.slice(1)}</bdi>
    </h2>
    {record && <Facts key={record.id} form={form} record={record} />}
    <nav aria-label="Records">
      <Button look="step back" aria-label="Previous" title="Previous (k)" onPress={go.previous} />
      <Button look="step" aria-label="Next" title="Next (j)" onPress={go.next} />
    </nav>
    <Button look="close" aria-label="Close" onPress={go.close} />
  </header>
)

/**
 * Who writes, and what about: below a long letter it would be out of sight. The words are drawn by
 * the style sheet, since the fields have them: a search of the page finds each answer once.
 */
function Facts({ form, record }: { form: Form; record: InboxRecord }) {
  const address = addressOfSender(form, record)
  // Without a name the address is the heading.
  const isNamed = address !== personName(form, record)
  const said = [isNamed && address, shortAnswers(form, record)].filter(Boolean).join(' · ')
  return (
    <p className="soft facts">
      {said && <span data-said={said} />} <FileLink form={form} record={record} />
    </p>
  )
}

const ELSEWHERE = { answered: 'Answered elsewhere', 'taken back': 'Taken back elsewhere' }

type Props = {
  list: OpenList
  id: string
  record: InboxRecord | undefined
  isHeld: boolean
  running: actions.RecordAction | undefined
  elsewhere: Elsewhere
  onAction: (action: actions.RecordAction) => void
}

/** The reply and the acts on the open record; always in sight. */
export function RecordFoot(props: Props) {
  const { list, id, record, isHeld, running, elsewhere, onAction } = props
  const { form } = list.source
  const isRested = useRested(id)
  const isBusy = !isRested || !record || running !== undefined
  const address = record && addressOfSender(form, record)
  /** A phone has room for one line of buttons. */
  const [moreOf, setMoreOf] = useState('')
  const isMore = moreOf === id
  // It closes what was opened last.
  useKeys({ Escape: isMore ? () => setMoreOf('') : undefined }, 1)
  const act = (action: actions.RecordAction, key: string, kind = '') => (
    <Button
      look={`button small ${kind}`}
      title={action.hint}
      aria-keyshortcuts={key}
      onPress={isBusy || action.isDone?.(record) ? undefined : () => onAction(action)}
    >
      {running === action ? `${running.doing}…` : action.name}
    </Button>
  )
  return (
    <footer className="row">
      {record && address && (
        <a className="button small" href={replyTo(form, record, address)} aria-keyshortcuts="r">
          Reply by mail
        </a>
      )}
      {isHeld && act(actions.release, '!', 'solid')}
      {record &&
        !actions.whyNoAnswer(form, isHeld) &&
        act(actions.answering([record]), 'e', record.state?.answeredAt ? '' : 'solid')}
      <span role="status">{elsewhere && ELSEWHERE[elsewhere]}</span>
      <Button
        look="button small more"
        aria-label="More actions"
        aria-expanded={isMore}
        onPress={() => setMoreOf(isMore ? '' : id)}
      >
        ⋯
      </Button>
      <span className={isMore ? 'row others shown' : 'row others'}>
        {/* On a phone the note is far below the letter. */}
        {record && !isHeld && (
          <Button
            look="button small to-note"
            onPress={() => {
              setMoreOf('')
              document.querySelector<HTMLElement>('.note-box textarea')?.focus()
            }}
          >
            Note
          </Button>
        )}
        {!isHeld && act(actions.hold, '!')}
        {!isHeld && act(actions.forget, 'u')}
        {act(actions.remove, '#', 'danger')}
      </span>
    </footer>
  )
}
