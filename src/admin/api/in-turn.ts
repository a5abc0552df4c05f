const last = new Map<string, Promise<unknown>>()

/**
 * What is asked to become of one record is asked in the order in which it was pressed: a quick hand
 * would overtake what is still under way, such as the note that the record was seen.
 */
export function inTurn<T>(id: string, ask: () => Promise<T>): Promise<T> {
  const before = last.get(id) ?? Promise.resolve()
  // Whatever came of it; whoever asked has heard.
  const answer = before.then(ask, ask)
  last.set(id, answer)
  const leave = () => {
    if (last.get(id) === answer) last.delete(id)
  }
  void answer.then(leave, leave)
  return answer
}
