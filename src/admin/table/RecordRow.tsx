import { useId, type MouseEvent } from 'react'
import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { columnLabel, mainColumn } from '../record/columns.ts'
import { display } from '../parts/display.tsx'
import { shortSignal } from '../record/signals.ts'
import { release, remove, type RecordAction } from '../actions/record-action.ts'
import { personName } from '../api/person.ts'

type Props = {
  form: Form
  record: Submission
  isHeld: boolean
  isSelected: boolean
  /** What is being done to it right now. */
  running: RecordAction | undefined
  onSelect: () => void
  onOpen: () => void
  onDelete: () => void
  onAction: (action: RecordAction) => void
}

/** One record: its columns, and what can be done with it. A press beside the buttons opens it. */
export function RecordRow(props: Props) {
  const { form, record, isHeld, isSelected, running, onOpen } = props
  const id = useId()
  const main = mainColumn(form)

  function openBesideControls({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('button, a, input, .pick')) return
    // Whoever marks an address to copy it opens nothing.
    if (getSelection()?.isCollapsed) onOpen()
  }

  return (
    <tr
      data-id={record.id}
      className={
        [running && 'going', isSelected && 'chosen'].filter(Boolean).join(' ') || undefined
      }
      onClick={openBesideControls}
    >
      <td className="pick">
        <input
          type="checkbox"
          aria-label={`Select ${personName(form, record)}`}
          checked={isSelected}
          onChange={props.onSelect}
        />
      </td>
      {form.columns.map((column) =>
        column === main ? (
          <th scope="row" key={column} id={id} data-head={columnLabel(form, column)}>
            <button type="button" className="open-record" onClick={onOpen}>
              {display(record[column])}
            </button>
          </th>
        ) : (
          <td key={column} data-head={columnLabel(form, column)} data-column={column}>
            {display(record[column])}
          </td>
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
            onClick={() => props.onAction(release)}
          >
            {running === release ? `${running.doing}…` : release.name}
          </button>
        )}
        <button
          type="button"
          className="button small delete"
          disabled={running !== undefined}
          aria-describedby={id}
          onClick={props.onDelete}
        >
          {running === remove ? `${running.doing}…` : remove.name}
        </button>
      </td>
    </tr>
  )
}
