import type { Form } from '#forms/form.ts'
import { storedKeys } from '#forms/submission.ts'
import { BYTE_ORDER_MARK, csvRow } from '#server/collections/csv.ts'
import type { ListRequest } from '#server/collections/list.ts'
import type { Row } from '#server/collections/rows/row.ts'
import { showing } from './shown-record.ts'

/** What the studio did stands behind the form's own columns, and of held ones why they are held. */
const STATE = ['seenAt', 'answeredAt', 'dueAt', 'note'] as const

const ownColumns = (form: Form) => ['id', 'createdAt', ...storedKeys(form)]
const heldColumns = ({ isHeld }: Pick<ListRequest, 'isHeld'>) => (isHeld ? ['signals'] : [])

/** The head of a list's file. */
export const csvHead = (form: Form, asked: Pick<ListRequest, 'isHeld'>): string =>
  BYTE_ORDER_MARK + csvRow([...ownColumns(form), ...STATE, ...heldColumns(asked)])

/** The rows of a list as lines of its file. */
export async function csvRows(
  form: Form,
  asked: Pick<ListRequest, 'isHeld'>,
  rows: readonly Row[],
): Promise<string> {
  const { whole } = await showing(form)
  const [own, held] = [ownColumns(form), heldColumns(asked)]
  const lines = rows.map(whole).map(({ state, ...record }) => {
    const answers: Readonly<Record<string, unknown>> = record
    const valuesOf = (columns: readonly string[]) => columns.map((column) => answers[column])
    return csvRow([...valuesOf(own), ...STATE.map((key) => state?.[key]), ...valuesOf(held)])
  })
  return lines.join('')
}
