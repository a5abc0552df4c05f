import type { Form } from '#forms/form.ts'
import { storedKeys, type Submission } from '#forms/submission.ts'
import { referenceOf } from '#server/storage/record-id.ts'
import { plainText } from '../plain-text.ts'
import type { State } from '../state.ts'

/** All that lists, search, sort and files say of a record: what was sent, and what was done with it. */
export type Row<F extends Form = Form> = {
  id: string
  /** The state's etag, by which a check sees that another one stands there now. */
  etag: string
  state: State
  submission: Submission<F>
}

/** Whether it stands among the held ones: where the studio put it, or else as it came. */
export const isHidden = ({ state, submission }: Row): boolean =>
  state.isHeld ?? (submission as Submission).signals !== undefined

/** Why the studio holds what came without signals. */
const BY_HAND = 'by hand'

/** What the admin is shown: a held one says why, another one says nothing of that. */
export function shown<F extends Form>(row: Row<F>): Submission<F> {
  const { signals = [], ...submission } = row.submission as Submission
  if (!isHidden(row)) return submission as Submission<F>
  const reasons = row.state.isHeld ? [...signals, BY_HAND] : signals
  return { ...submission, signals: reasons } as Submission<F>
}

/** What a search looks in: every answer, what the studio noted, and what a visitor knows of the id. */
export const searchedTexts = (form: Form, { id, state, submission }: Row): string[] => [
  ...storedKeys(form).map((key) => plainText(submission[key])),
  state.note ?? '',
  referenceOf(id),
]
