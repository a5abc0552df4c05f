import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { answerRecords, guardRecords } from '#server/admin/answer-records.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'

export default respond('admin-records', async (request, context) => {
  const { collection: name, ...target } = context.params
  await guardRecords(request, target)
  const form = forms.find((one) => one.collection === name)
  if (!form) throw new HttpError(404, 'There is no such collection.')
  return answerRecords(request, collectionOf(form, {}), target)
})

export const config: Config = {
  path: [
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)/:id',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)/:id/:act(release|hold)',
  ],
}
