import { outcomeIn, useList } from './list-state.ts'
import type { OpenList } from './open-list.ts'

/** One line that says for a few seconds what was done, and takes it back. */
export function Done({ list, found = '' }: { list: OpenList; found?: string }) {
  const outcome = useList(list, outcomeIn)
  return (
    <div className={outcome ? 'done' : 'visually-hidden'}>
      <p role="status">{outcome?.words ?? found}</p>
      {outcome?.undo && (
        <button type="button" className="quiet" onClick={() => void outcome.undo?.()}>
          Undo
        </button>
      )}
    </div>
  )
}
