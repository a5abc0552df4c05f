/** Storage requests take turns: those of visitors go first, and have some places of their own. */
const AT_ONCE = 32
const VISITORS_ALONE = 8

let underWay = 0
const waiting: Record<'visitors' | 'others', Set<() => void>> = {
  visitors: new Set(),
  others: new Set(),
}

/** False if the turn did not come within `ms`; otherwise call `endTurn` after it. */
export async function turn(isVisitors: boolean, ms: number): Promise<boolean> {
  const queue = waiting[isVisitors ? 'visitors' : 'others']
  if (queue.size === 0 && hasPlace(isVisitors)) {
    underWay++
    return true
  }
  return new Promise((resolve) => {
    const begin = () => answer(true)
    const timer = ms < Infinity ? setTimeout(() => answer(false), Math.max(0, ms)) : undefined
    function answer(isTurn: boolean): void {
      clearTimeout(timer)
      queue.delete(begin)
      resolve(isTurn)
    }
    queue.add(begin)
  })
}

export function endTurn(): void {
  underWay--
  const queue = waiting.visitors.size > 0 || !hasPlace(false) ? waiting.visitors : waiting.others
  const [next] = queue
  if (!next) return
  underWay++
  next()
}

const hasPlace = (isVisitors: boolean) =>
  underWay < (isVisitors ? AT_ONCE : AT_ONCE - VISITORS_ALONE)
