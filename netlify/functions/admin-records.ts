import type { Config } from '@netlify/functions'
import { forms } from '#forms/index.ts'
import { HttpError, respond } from '#server/http/respond.ts'
import { answerRecords, guardRecords } from '#server/admin/records.ts'

export default respond(async (request, context) => {
  const { collection, ...place } = context.params
  await guardRecords(request, place)
  const form = forms.find((one) => one.collection === collection)
  if (!form) throw new HttpError(404, 'There is no such collection.')
  return answerRecords(request, form, form.collection, place)
})

export const config: Config = {
  path: [
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)/:id',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)/:id/:act(release)',
  ],
}
