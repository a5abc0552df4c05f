import { forms } from '#forms/index.ts'
import { listProjects } from '../api/admin-api.ts'
import type { RecordSource } from '../api/record-source.ts'

/** Every list there is: a form's, or those of its projects. */
export async function everyList(): Promise<RecordSource[]> {
  const lists = await Promise.all(
    forms.map(async (form): Promise<RecordSource[]> => {
      if (!form.splitBy) return [{ form }]
      const { items } = await listProjects(form)
      return items.map(({ slug }) => ({ form, project: slug }))
    }),
  )
  return lists.flat()
}
