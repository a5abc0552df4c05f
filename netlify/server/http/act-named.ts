import { HttpError } from './http-error.ts'

/** What is done at an address, by its last word exactly; 404 for any other word. */
export function actNamed<Act>(acts: Readonly<Record<string, Act>>, name = ''): Act {
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (act) return act
  throw new HttpError(404, 'There is no such address.')
}
