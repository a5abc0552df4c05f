type Dated = { date: string; slug: string }

/** Newest day first. Articles of one day are sorted by address, so that the order is stable. */
export const newestFirst = (one: Dated, other: Dated) =>
  compare(other.date, one.date) || compare(one.slug, other.slug)

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
