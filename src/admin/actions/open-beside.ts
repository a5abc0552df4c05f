import * as navigation from '../route/navigation.ts'
import { $route } from '../route/route.ts'

type Rows = readonly { id: string }[]

/** Opens the next record that has not `left`, or else the next page, or else the record before. */
export function openBeside(rows: Rows, left: Rows, nextPage: string | null | undefined) {
  const at = rows.findIndex(({ id }) => id === $route.get().record)
  const stays = ({ id }: Rows[number]) => left.every((one) => one.id !== id)
  const [after, before] = [rows.slice(at + 1).find(stays), rows.slice(0, at).findLast(stays)]
  if (after) navigation.switchRecord(after.id)
  else if (nextPage) navigation.readNextPage(nextPage)
  else if (before) navigation.switchRecord(before.id)
  else navigation.closeRecord()
}
