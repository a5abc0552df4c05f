/** The only trusted-types policy that the security policy lets the bot check create. */
export const TRUSTED_TYPES_POLICY = 'bot-check'

/**
 * The host of reCAPTCHA's script, frame and API. RECAPTCHA_ORIGIN names another host, such as
 * https://www.recaptcha.net; its path is ignored. Throws if it is no web address.
 */
export function recaptchaOrigin(env: Readonly<Record<string, string | undefined>>): string {
  const origin = env['RECAPTCHA_ORIGIN'] || 'https://www.google.com'
  if (/^https?:/i.test(origin) && URL.canParse(origin)) return new URL(origin).origin
  throw new Error(`RECAPTCHA_ORIGIN is "${origin}", but it reads like https://www.recaptcha.net.`)
}
