import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import type { Submission } from '#forms/submission.ts'

/** All records of a form, or of a form and one answer: what was added, minus what was removed. */
export type Collection<F extends Form = Form> = { form: F; name: string }

/** How a submission is kept: beside it stands what its claim can be made from again. */
export type StoredRecord<F extends Form = Form> = {
  submission: Submission<F>
  attempt: string
  digest: string
}

/** The collection of a form in which these answers belong. */
export const collectionOf = <F extends Form>(
  form: F,
  answers: Readonly<Record<string, unknown>>,
): Collection<F> => ({
  form,
  name: form.splitBy ? `${form.collection}.${String(answers[form.splitBy])}` : form.collection,
})

/** The collection of this name; null where its form is no longer there. */
export function collectionNamed(name: string): Collection | null {
  const form = forms.find(({ collection }) => name.split('.')[0] === collection)
  return form ? { form, name } : null
}
