import { HttpError } from './http-error.ts'
import { requireMethod } from './request.ts'

/** The actions of an address, by its last word and by method. */
export type Actions<Action> = Readonly<Record<string, Readonly<Record<string, Action>>>>

/** 404 for any other word, 405 for any other method. */
export function actionNamed<Action>(request: Request, actions: Actions<Action>, name = ''): Action {
  const methods = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!methods) throw new HttpError(404, 'There is no such address.')
  requireMethod(request, ...Object.keys(methods))
  // The method is one of the keys.
  return methods[request.method] as Action
}
