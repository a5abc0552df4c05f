/** The first `n` of all these in order, without putting the others in order too. */
export function topN<T>(all: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = []
  for (const one of all) {
    const last = first[n - 1]
    if (last !== undefined && compare(one, last) >= 0) continue
    const place = placeFor(one, first, compare)
    first.splice(place, 0, one)
    if (first.length > n) first.pop()
  }
  return first
}

/** Behind all that are not greater, found by halving. */
function placeFor<T>(one: T, sorted: readonly T[], compare: (a: T, b: T) => number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    // `middle` lies between two places of the array.
    if (compare(sorted[middle] as T, one) <= 0) from = middle + 1
    else to = middle
  }
  return from
}
