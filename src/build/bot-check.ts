import { recaptchaOrigin } from '../forms/bot-check.ts'

/** A third party's bot check, if the site is built with its key. */
export type Recaptcha = { siteKey: string; origin: string }

declare global {
  /** The bot check of this build, as browser code reads it. */
  const __RECAPTCHA__: Recaptcha | null
}

/** Reads RECAPTCHA_SITE_KEY and RECAPTCHA_ORIGIN; null without a key, and throws for a wrong origin. */
export function recaptchaIn(env: NodeJS.ProcessEnv): Recaptcha | null {
  const siteKey = env['RECAPTCHA_SITE_KEY']
  return siteKey ? { siteKey, origin: recaptchaOrigin(env) } : null
}
