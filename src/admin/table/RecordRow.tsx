import { useId, type MouseEvent } from 'react'
import type { Form } from '#forms/form.ts'
import type { StoredRecord } from '../api/admin-api.ts'
import { headOf, mainColumn } from '../api/record-source.ts'
import { display } from '../parts/display.tsx'
import { doubtsOf, shortDoubt } from '../record/signals.ts'
import { release, remove, type Act } from '../actions/record-action.ts'
import { named } from '../api/person.ts'

type Props = {
  form: Form
  record: StoredRecord
  isHeld: boolean
  isSelected: boolean
  /** What is being done to it right now. */
  act: Act | undefined
  onSelect: () => void
  onOpen: () => void
  onDelete: () => void
  onAct: (act: Act) => void
}

/** One record: its columns, and what can be done with it. A press beside the buttons opens it. */
export function RecordRow(props: Props) {
  const { form, record, isHeld, isSelected, act, onOpen } = props
  const id = useId()
  const main = mainColumn(form)

  function openUnlessMeantOtherwise({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('button, a, input, .pick')) return
    // Whoever marks an address to copy it opens nothing.
    if (getSelection()?.isCollapsed) onOpen()
  }

  return (
    <tr
      data-id={record.id}
      className={[act && 'going', isSelected && 'chosen'].filter(Boolean).join(' ') || undefined}
      onClick={openUnlessMeantOtherwise}
    >
      <td className="pick">
        <input
          type="checkbox"
          aria-label={`Select ${named(form, record)}`}
          checked={isSelected}
          onChange={props.onSelect}
        />
      </td>
      {form.columns.map((column) =>
        column === main ? (
          <th scope="row" key={column} id={id} data-head={headOf(form, column)}>
            <button type="button" className="open" onClick={onOpen}>
              {display(record[column])}
            </button>
          </th>
        ) : (
          <td key={column} data-head={headOf(form, column)} data-column={column}>
            {display(record[column])}
          </td>
        ),
      )}
      {isHeld && (
        <td data-head="Held because">{doubtsOf(record).map(shortDoubt).join(', ') || '—'}</td>
      )}
      <td className="acts">
        {isHeld && (
          <button
            type="button"
            className="btn sm"
            disabled={act !== undefined}
            aria-describedby={id}
            onClick={() => props.onAct(release)}
          >
            {act === release ? `${act.doing}…` : release.name}
          </button>
        )}
        <button
          type="button"
          className="btn sm del"
          disabled={act !== undefined}
          aria-describedby={id}
          onClick={props.onDelete}
        >
          {act === remove ? `${act.doing}…` : remove.name}
        </button>
      </td>
    </tr>
  )
}
