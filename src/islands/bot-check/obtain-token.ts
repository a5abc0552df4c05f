import * as altcha from './altcha.ts'
import { recaptcha } from './recaptcha.ts'

/**
 * A token that the server asks a form's browser for, bound to the form's action. Throws where there
 * is none to be had. The build knows which of the two bot checks the site uses, and leaves the code
 * of the other one out.
 */
export const obtainToken: (action: string) => Promise<string> = __RECAPTCHA__
  ? recaptcha(__RECAPTCHA__)
  : altcha.obtainToken
