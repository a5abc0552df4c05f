import type { Collection } from '#server/collections/collection.ts'
import type { Row } from '#server/collections/row.ts'
import { keySource, segmentOf, type Segment } from '#server/collections/rows/segment.ts'
import { NEWEST, OLDEST, type Span } from '#server/collections/spans.ts'

export const everything: Span = { from: NEWEST, to: OLDEST }

/** A part of a view, made of these rows. */
export const partOf = (things: Collection, rows: readonly Row[], span = everything): Segment =>
  segmentOf(things, span, keySource(things, [], rows))
