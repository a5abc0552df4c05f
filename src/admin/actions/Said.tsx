import { Quiet } from '../parts/Button.tsx'

/** How long it is said what was done. */
export const SAID_FOR_MS = 8_000

type Props = {
  words: string | undefined
  /** Other words are for screen readers alone. */
  isShown: boolean
  /** Takes it back; a delete is final. */
  onUndo?: (() => unknown) | undefined
}

/** One line that says what was done, and takes it back. */
export const Said = ({ words, isShown, onUndo }: Props) => (
  <div className={isShown ? 'done' : 'visually-hidden'}>
    <p role="status">{words}</p>
    {onUndo && <Quiet onPress={onUndo}>Undo</Quiet>}
  </div>
)
