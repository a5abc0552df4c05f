import type { botChecks } from '../../schemas/legal.ts'

export const botCheckUsed: (typeof botChecks)[number] = __RECAPTCHA__
  ? 'reCAPTCHA'
  : 'proof of work'
