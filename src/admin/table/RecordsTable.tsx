import type { Form } from '#forms/form.ts'
import { shortLabel } from '#forms/in-words.ts'
import { isDueFirst } from '#forms/statuses.ts'
import type { ListParts } from '../actions/open-list.ts'
import { recordAddresses, showList } from '../route/navigation.ts'
import { useRoute } from '../route/route.ts'
import { Button } from '../parts/Controls.tsx'
import { storedSwitch } from '../parts/switches.ts'
import { useInSight } from '../parts/use-in-sight.ts'
import { useStore } from '../parts/use-store.ts'
import { mainColumn, RecordRow } from './RecordRow.tsx'

/** One line for each row; phones and tablets begin with it. */
export const denseRows = storedSwitch('admin-dense', 'screen and (width < 64rem)')

type Props = ListParts & { isWaiting: boolean }

export function RecordsTable({ list, isHeld, records, selected, isWaiting }: Props) {
  const { form } = list.source
  const route = useRoute()
  const addressOf = recordAddresses(route)
  const heads = useInSight<HTMLTableRowElement>(route.sort ?? 'default', '[aria-sort]')
  const isDense = useStore(denseRows.$isOn)
  const areAll = selected.length === records.length
  const selectAll = () => list.select(areAll ? [] : records.map(({ id }) => id))
  return (
    <div
      className={isDense ? 'table-frame dense' : 'table-frame'}
      tabIndex={0}
      role="region"
      aria-label={form.plural}
    >
      <table>
        <thead>
          <tr ref={heads}>
            <th
              scope="col"
              className="pick"
              inert={isWaiting}
              // The box is small, so its cell is pressed with it.
              onClick={({ target, currentTarget }) => {
                if (target === currentTarget) selectAll()
              }}
            >
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={areAll}
                ref={(box) => {
                  if (box) box.indeterminate = selected.length > 0 && !areAll
                }}
                onChange={selectAll}
              />
            </th>
            {form.columns.map((column) => (
              <ColumnHead key={column} form={form} column={column} />
            ))}
            {isHeld && (
              <th scope="col" data-column="signals">
                Held because
              </th>
            )}
            <th scope="col" className="actions">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody inert={isWaiting}>
          {records.map((record) => (
            <RecordRow
              key={record.id}
              list={list}
              record={record}
              href={addressOf(record.id)}
              isHeld={isHeld}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Sorts by its column; pressed again, in reverse. */
function ColumnHead({ form, column }: { form: Form; column: string }) {
  const { status, sort: asked } = useRoute()
  const usual = isDueFirst(status) ? 'createdAt' : '-createdAt'
  const sort = asked ?? usual
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  const next = order === 'ascending' ? `-${column}` : column
  return (
    <th
      scope="col"
      data-column={column === mainColumn(form) ? undefined : column}
      aria-sort={order}
    >
      <Button look="sort" onPress={() => showList({ sort: next === usual ? undefined : next })}>
        {shortLabel(form, column)}
      </Button>
    </th>
  )
}
