import { HttpError } from './http-error.ts'
import { requireMethod } from './request.ts'

/** Actions of an address, by its last word, then by method. */
export type Acts<Act> = Readonly<Record<string, Readonly<Record<string, Act>>>>

/** 404 for any other word, 405 for any other method. */
export function actNamed<Act>(request: Request, acts: Acts<Act>, name = ''): Act {
  const methods = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (!methods) throw new HttpError(404, 'There is no such address.')
  requireMethod(request, ...Object.keys(methods))
  // The method is one of the keys.
  return methods[request.method] as Act
}
