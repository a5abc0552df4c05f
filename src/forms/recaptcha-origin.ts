/**
 * Where reCAPTCHA lives: its script, its frame and its verdicts. RECAPTCHA_ORIGIN names another
 * place, such as https://www.recaptcha.net; a path or a slash at its end says nothing. Throws where
 * it is no web address.
 */
export function recaptchaOrigin(env: Readonly<Record<string, string | undefined>>): string {
  const origin = env['RECAPTCHA_ORIGIN'] || 'https://www.google.com'
  if (/^https?:/i.test(origin) && URL.canParse(origin)) return new URL(origin).origin
  throw new Error(`RECAPTCHA_ORIGIN is "${origin}", but it reads like https://www.recaptcha.net.`)
}
