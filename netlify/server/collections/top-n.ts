/** The first `n` in order, without sorting the others. */
export function topN<T>(all: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  let first: T[] = []
  let last: T | undefined
  for (const one of all) {
    if (last !== undefined && compare(one, last) >= 0) continue
    first.push(one)
    if (first.length < 2 * n) continue
    first = first.sort(compare).slice(0, n)
    last = first[n - 1]
  }
  return first.sort(compare).slice(0, n)
}
