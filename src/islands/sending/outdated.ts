import type { Form } from '#forms/form.ts'
import { ApiError } from '../../api/call.ts'
import { say, sayIfUpdated } from '../../interaction/ask-updated.ts'
import { explainFailure } from './send.ts'

/**
 * Says that the page was updated, if that is why the form could not be sent: a refused field that
 * this page does not have, or a file that is gone. Resolves to false if it is not.
 */
export async function sayIfOutdated(
  form: Form,
  element: HTMLFormElement,
  error: unknown,
): Promise<boolean> {
  // An answer comes from the present functions, whatever the page's age.
  if (!(error instanceof ApiError)) return sayIfUpdated()
  const { fields } = explainFailure(form, error)
  const isVisible = (name: string) =>
    element.querySelector(`[name=${CSS.escape(name)}]:not([type=hidden])`) !== null
  if (Object.keys(fields).every(isVisible)) return false
  return say(({ sayUpdated }) => {
    sayUpdated()
    return true
  })
}
