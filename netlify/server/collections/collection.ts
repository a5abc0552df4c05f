import type { ListAddress } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import type { Submission } from '#forms/submission.ts'

/** All records of a form, or of a form and one answer. */
export type Collection = { form: Form; name: string }

/** How a submission is kept: beside it stands what its claim can be made from again. */
export type StoredRecord = {
  submission: Submission
  attempt: string
  digest: string
}

export const collectionOf = (
  form: Form,
  answers: Readonly<Record<string, unknown>>,
): Collection => ({
  form,
  name: form.splitBy ? `${form.collection}.${String(answers[form.splitBy])}` : form.collection,
})

/** The project that a collection is kept for, if its form has one for each. */
export const projectOf = ({ form, name }: Collection): string | undefined =>
  form.splitBy && name.slice(form.collection.length + 1)

/** How the admin API says which collection it is. */
export const addressOf = (one: Collection): ListAddress => {
  const { collection, splitBy } = one.form
  return { collection, ...(splitBy && { [splitBy]: projectOf(one) ?? '' }) }
}

/** The collection of this name; null where its form is no longer there. */
export function collectionNamed(name: string): Collection | null {
  const form = forms.find(({ collection }) => name.split('.')[0] === collection)
  return form ? { form, name } : null
}
