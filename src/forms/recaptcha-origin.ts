/**
 * Where reCAPTCHA lives: its script, its frame and its verdicts. RECAPTCHA_ORIGIN names another
 * place, such as https://www.recaptcha.net; a path or a slash at its end says nothing.
 */
export const recaptchaOrigin = (env: Readonly<Record<string, string | undefined>>): string =>
  new URL(env['RECAPTCHA_ORIGIN'] || 'https://www.google.com').origin
