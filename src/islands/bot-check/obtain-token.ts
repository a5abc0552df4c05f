import * as altcha from './altcha.ts'
import { recaptcha } from './recaptcha.ts'

/**
 * Obtains the bot check's token, bound to the form's action. Throws if it can't get one. The build
 * knows which of the two bot checks the site uses, and leaves out the code of the other.
 */
export const obtainToken: (action: string) => Promise<string> = __RECAPTCHA__
  ? recaptcha(__RECAPTCHA__)
  : altcha.obtainToken
