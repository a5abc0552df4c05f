import type { ListAddress } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import type { Submission } from '#forms/submission.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import * as kv from '#server/storage/kv.ts'
import { listFoldersProven } from '#server/storage/sentinel.ts'

/** All records of a form, or those with one answer, such as one project. */
export type Collection = { form: Form; name: string }

/** A stored submission, and what its claim can be rebuilt from. */
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

export const projectOf = ({ form, name }: Collection): string | undefined =>
  form.splitBy && name.slice(form.collection.length + 1)

/** A collection in the terms of the admin API. */
export const addressOf = (one: Collection): ListAddress => {
  const { collection, splitBy } = one.form
  return { collection, ...(splitBy && { [splitBy]: projectOf(one) ?? '' }) }
}

export function collectionNamed(name: string): Collection | null {
  const form = forms.find(({ collection }) => name.split('.')[0] === collection)
  return form ? { form, name } : null
}

/** The collections of all forms that the site has now. */
export async function offeredLists(): Promise<Collection[]> {
  const projects = await waitlistProjects()
  return forms.flatMap((form) => {
    const { splitBy } = form
    if (!splitBy) return [collectionOf(form, {})]
    return projects.map(({ slug }) => collectionOf(form, { [splitBy]: slug }))
  })
}

/** Those of a form; `only` limits a waitlist to one project. */
export const collectionsOf = async (form: Form, only?: string): Promise<Collection[]> =>
  (await offeredLists()).filter(
    (one) => one.form === form && (only ?? projectOf(one)) === projectOf(one),
  )

/** A collection may have only files, removals, or hints of records that never came. */
const ROOTS = ['rec/', 'file/', 'gone/', 'hint/']

/** Holds the names of all collections seen so far. */
const KNOWN = 'collections'

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

/** Every collection that has keys in the store, even if content no longer names it. */
export async function everyCollection(): Promise<Collection[]> {
  const [known, ...listed] = await Promise.all([kv.get(KNOWN), ...ROOTS.map(listFoldersProven)])
  const before = namesIn(known?.value)
  const ours = listed.flat().filter((name) => collectionNamed(name) !== null)
  const names = [...new Set([...before, ...ours])].sort()
  if (names.length > before.length) {
    await kv.change(KNOWN, (value) => [...new Set([...namesIn(value), ...names])].sort())
  }
  return names.flatMap((name) => collectionNamed(name) ?? [])
}
