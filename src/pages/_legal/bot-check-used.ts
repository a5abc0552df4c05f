import type { botChecks } from '../../schemas/legal.ts'

/** The bot check that this build’s forms run. */
export const botCheckUsed: (typeof botChecks)[number] = __RECAPTCHA__
  ? 'reCAPTCHA'
  : 'proof of work'
