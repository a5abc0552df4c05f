import { memo, useId, type MouseEvent } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { isNew, personName } from '../api/inbox-record.ts'
import { columnLabel, mainColumn } from '../record/columns.ts'
import { display } from '../parts/display.tsx'
import { shortSignal } from '../record/signals.ts'
import { release, remove, type RecordAction } from '../actions/record-action.ts'
import { Cell } from './Cell.tsx'
import { RowHead } from './RowHead.tsx'

/** What can be done with a row; the same functions for all rows, whatever is drawn. */
type RowActs = {
  onSelect: (record: InboxRecord, isRange: boolean) => void
  onOpen: (record: InboxRecord) => void
  onDelete: (record: InboxRecord) => void
  onAction: (action: RecordAction, record: InboxRecord) => void
}

type Props = {
  form: Form
  record: InboxRecord
  /** The record's own address. */
  href: string
  isHeld: boolean
  isSelected: boolean
  /** What is being done to it right now. */
  running: RecordAction | undefined
  acts: RowActs
}

/**
 * One record: its columns, and what can be done with it. A press beside the buttons opens it. It is
 * drawn again for a change of its own, and for none of its neighbours'.
 */
export const RecordRow = memo(function RecordRow(props: Props) {
  const { form, record, href, isHeld, isSelected, running, acts } = props
  const id = useId()
  const main = mainColumn(form)

  function openBesideControls({ target }: MouseEvent) {
    if (!(target instanceof Element)) return
    if (target.closest('button, a, input, .pick, .copied-by-hand')) return
    // Whoever marks words to copy them opens nothing.
    if (getSelection()?.isCollapsed) acts.onOpen(record)
  }

  const classes = [isNew(record) && 'unread', running?.leaves && 'going', isSelected && 'chosen']
  return (
    <tr
      data-id={record.id}
      className={classes.filter(Boolean).join(' ') || undefined}
      onClick={openBesideControls}
    >
      <td className="pick">
        <input
          type="checkbox"
          aria-label={`Select ${personName(form, record)}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            acts.onSelect(record, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {form.columns.map((column) =>
        column === main ? (
          <th scope="row" key={column} id={id} data-head={columnLabel(form, column)}>
            <RowHead form={form} record={record} href={href} onOpen={acts.onOpen}>
              {display(record[column])}
            </RowHead>
          </th>
        ) : (
          <Cell key={column} form={form} record={record} column={column} />
        ),
      )}
      {isHeld && (
        <td data-head="Held because">{record.signals?.map(shortSignal).join(', ') || '—'}</td>
      )}
      <td className="actions">
        {isHeld && (
          <button
            type="button"
            className="button small"
            disabled={running !== undefined}
            aria-describedby={id}
            onClick={() => acts.onAction(release, record)}
          >
            {running === release ? `${running.doing}…` : release.name}
          </button>
        )}
        <button
          type="button"
          className="button small delete"
          disabled={running?.leaves}
          aria-describedby={id}
          onClick={() => acts.onDelete(record)}
        >
          {running === remove ? `${running.doing}…` : remove.name}
        </button>
      </td>
    </tr>
  )
})
