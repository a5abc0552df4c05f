import type { Collection } from '#server/collections/collection.ts'
import { HttpError } from '#server/http/http-error.ts'

/** What is answered about a record that is gone, or never was. */
export const noSuchRecord = ({ form }: Pick<Collection, 'form'>) =>
  new HttpError(404, `There is no such ${form.noun}.`)
