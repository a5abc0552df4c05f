/** The ids of the rows from one to another, both included; none if one of them is not there. */
export function between(rows: readonly { id: string }[], from: string, to: string): string[] {
  const ids = rows.map(({ id }) => id)
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return first < 0 ? [] : ids.slice(first, last + 1)
}

/** The selection after a press on a row: these are selected, or deselected if that one was. */
export const picked = (selected: ReadonlySet<string>, ids: readonly string[], pressed: string) =>
  selected.has(pressed) ? [...selected].filter((one) => !ids.includes(one)) : [...selected, ...ids]
