/** The only trusted-types policy that the security policy lets the bot check create. */
export const TRUSTED_TYPES_POLICY = 'bot-check'

type Settings = Readonly<Record<string, string | undefined>>

/**
 * The host of reCAPTCHA's script, frame and API. RECAPTCHA_ORIGIN names another host, such as
 * https://www.recaptcha.net; its path is ignored. Throws if it is no web address.
 */
export function recaptchaOrigin(env: Settings): string {
  const origin = env['RECAPTCHA_ORIGIN'] || 'https://www.google.com'
  if (/^https?:/i.test(origin) && URL.canParse(origin)) return new URL(origin).origin
  throw new Error(`RECAPTCHA_ORIGIN is "${origin}", but it reads like https://www.recaptcha.net.`)
}

/** A third party's bot check, if the site is built with its key. */
export type Recaptcha = { siteKey: string; origin: string }

declare global {
  /** The bot check of this build, as browser code reads it. */
  const __RECAPTCHA__: Recaptcha | null
}

/** Reads RECAPTCHA_SITE_KEY and RECAPTCHA_ORIGIN; null without a key, and throws for a wrong origin. */
export function recaptchaIn(env: Settings): Recaptcha | null {
  const siteKey = env['RECAPTCHA_SITE_KEY']
  return siteKey ? { siteKey, origin: recaptchaOrigin(env) } : null
}
