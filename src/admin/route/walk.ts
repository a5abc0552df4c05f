/** The way through the records that the overview lists as due next, whatever their form. */
export type Walk = readonly { tab: string; record: string }[]

let line: { id: string; above: readonly string[] } | undefined

/** Notes the line that gets the focus when the overview shows its lines again. */
export function noteLine(walk: Walk, id: string | undefined) {
  const ids = walk.map(({ record }) => record)
  if (id && ids.includes(id)) line = { id, above: ids.slice(0, ids.indexOf(id)) }
}

/** The line that was noted last, for once, and those that were above it. */
export function takeLine() {
  const noted = line
  line = undefined
  return noted
}
