import { memo, type MouseEvent, useId } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { plainText, shortLabel } from '#forms/in-words.ts'
import { runningIn } from '../actions/list-state.ts'
import type { OpenList } from '../actions/open-list.ts'
import { type RecordAction, release, remove } from '../actions/record-action.ts'
import { firstWords, isNew, personName, previewOf, shortAnswers } from '../api/inbox-record.ts'
import { Button, Link } from '../parts/Controls.tsx'
import { Ago, dateOrText, Due } from '../parts/display.tsx'
import { nearFound } from '../parts/found.ts'
import { usePart } from '../parts/use-store.ts'
import { shortSignal } from '../record/Signals.tsx'
import { useHasDraft } from '../record/note/use-note.ts'
import { openRecord } from '../route/navigation.ts'
import { $route } from '../route/route.ts'

/** The column that opens a record: the first one but the id. */
export const mainColumn = ({ columns }: Form): string =>
  columns.find((column) => column !== 'id') ?? 'id'

type Props = { list: OpenList; record: InboxRecord; href: string; isHeld: boolean }

/**
 * One record: its columns, and what can be done with it. A press beside the buttons opens it. It is
 * drawn again only when it changes itself.
 */
export const RecordRow = memo(function RecordRow({ list, record, href, isHeld }: Props) {
  const { form } = list.source
  const id = useId()
  const main = mainColumn(form)
  const isSelected = usePart(list.$state, (state) => state.selection.has(record.id))
  const running = usePart(list.$state, (state) => runningIn(state, record.id))
  const isOpen = usePart($route, (route) => route.record === record.id)

  function openBesideControls({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest('button, a, input, .pick')) return
    // Text that was selected is for copying.
    if (getSelection()?.isCollapsed) openRecord(record.id)
  }

  const classes = [
    isNew(record) && 'unread',
    running?.leaves && 'going',
    isSelected && 'chosen',
    isOpen && 'open',
  ]
  return (
    <tr
      data-id={record.id}
      className={classes.filter(Boolean).join(' ') || undefined}
      onClick={openBesideControls}
    >
      <td
        className="pick"
        // The box is small, so its cell is pressed with it.
        onClick={({ target, currentTarget, shiftKey }) => {
          if (target === currentTarget) list.pick(record.id, shiftKey)
        }}
      >
        <input
          type="checkbox"
          aria-label={`Select ${personName(form, record)}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            list.pick(record.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {form.columns.map((column) =>
        column === main ? (
          <th scope="row" key={column} id={id} data-head={shortLabel(form, column)}>
            <RowHead form={form} record={record} href={href} />
          </th>
        ) : (
          <Cell key={column} {...{ form, record, column, running }} />
        ),
      )}
      {isHeld && (
        <td data-head="Held because">{record.signals?.map(shortSignal).join(', ') || '—'}</td>
      )}
      <td className="actions">
        {(isHeld ? [release, remove] : [remove]).map((action) => (
          <Button
            key={action.name}
            look={`button small ${action === remove ? 'delete' : ''}`}
            disabled={running !== undefined}
            isBusy={running === action}
            aria-describedby={id}
            onPress={() => list.act(action, [record])}
          >
            {running === action ? `${running.doing}…` : action.name}
          </Button>
        ))}
      </td>
    </tr>
  )
})

type CellProps = {
  form: Form
  record: InboxRecord
  column: string
  running: RecordAction | undefined
}

function Cell({ form, record, column, running }: CellProps) {
  const answer = plainText(record[column])
  return (
    <td
      data-head={shortLabel(form, column)}
      data-column={column}
      data-empty={answer ? undefined : ''}
      dir={column === 'createdAt' ? undefined : 'auto'}
      // A long address is cut.
      title={form.fields[column]?.control === 'email' ? answer : undefined}
    >
      {column === 'createdAt' ? (
        <When record={record} running={running} />
      ) : (
        <span className="answer">{dateOrText(record[column])}</span>
      )}
    </td>
  )
}

type WhenProps = Pick<CellProps, 'record' | 'running'>

function When({ record: { id, createdAt, state }, running }: WhenProps) {
  const isUnsaved = useHasDraft(id)
  const note = isUnsaved ? 'Draft' : (state?.hasNote ?? state?.note) && 'Note'
  return (
    <>
      {dateOrText(createdAt)}
      <span className="when">
        <span className="age">
          <Ago time={createdAt} />
        </span>{' '}
        {/* A row that leaves is crossed out instead. */}
        {running && !running.leaves ? (
          <span className="due">{running.doing}…</span>
        ) : (
          state && <Due state={state} />
        )}{' '}
        {note && <span>{note}</span>}
      </span>
    </>
  )
}

/** The name, and the first words of a long answer, from what the search found on. */
function RowHead({ form, record, href }: { form: Form; record: InboxRecord; href: string }) {
  const search = usePart($route, (route) => route.search)
  const preview = firstWords(nearFound(previewOf(form, record), search))
  // Compact cards have no columns, so the style sheet draws this instead.
  const about = shortAnswers(form, record)
  return (
    <>
      <Link className="open-record" href={href} onFollow={() => openRecord(record.id)}>
        <bdi>{dateOrText(record[mainColumn(form)])}</bdi>
      </Link>{' '}
      {isNew(record) && <span className="new-mark">New</span>}
      {about && <span className="about" data-said={about} />}
      {preview && (
        <span className="preview" dir="auto">
          {preview}
        </span>
      )}
    </>
  )
}
