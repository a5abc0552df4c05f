import { trustedUrl } from './trusted-url.ts'

declare global {
  interface Window {
    grecaptcha?: {
      ready?: (callback: () => void) => void
      execute?: (siteKey: string, options: { action: string }) => Promise<string | null>
    }
  }
}

/** For script and token together; shorter than what a call may take (src/api/call.ts). */
const TIME_OUT_MS = 9_000

/** The script, once it was asked for; whoever needs it next waits for the same. */
let script: Promise<void> | undefined
let tries = 0

/**
 * Google's bot check (https://developers.google.com/recaptcha/docs/v3). Its script is loaded when a
 * form is sent for the first time, so that nobody who only reads is known to Google. Throws an Error
 * that says which step failed; what failed to load is loaded anew by the next try.
 */
export const recaptcha =
  ({ siteKey, origin }: { siteKey: string; origin: string }) =>
  async (action: string): Promise<string> => {
    if (typeof window === 'undefined') {
      throw new Error('reCAPTCHA is only available in the browser.')
    }
    const inTime = deadline(TIME_OUT_MS)
    try {
      script ??= load(`${origin}/recaptcha/api.js?${query(siteKey).toString()}`)
      await inTime(script, 'Failed to load reCAPTCHA script.')
      await inTime(initialised(), 'reCAPTCHA failed to initialise.')
    } catch (error) {
      script = undefined
      throw error
    }
    return inTime(execute(siteKey, action), 'reCAPTCHA unavailable after load.')
  }

/**
 * Without `trustedtypes` the script names the one that it loads in a way that our policy refuses.
 * Each try has an address of its own: a browser would let the second wait for a first that hangs.
 */
const query = (siteKey: string) =>
  new URLSearchParams({ render: siteKey, trustedtypes: 'true', try: String(++tries) })

/** Lets steps take so long in all; a step that fails or is late throws its words. */
function deadline(timeOutMs: number) {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('It took too long.')), timeOutMs)
  })
  return async <T>(step: Promise<T>, words: string): Promise<T> => {
    try {
      return await Promise.race([step, late])
    } catch (cause) {
      throw new Error(words, { cause })
    }
  }
}

function load(url: string): Promise<void> {
  const element = document.createElement('script')
  element.src = trustedUrl(url)
  return new Promise((resolve, reject) => {
    element.onload = () => resolve()
    element.onerror = () => reject(new Error('The script did not come.'))
    document.head.append(element)
  })
}

async function initialised(): Promise<void> {
  const ready = window.grecaptcha?.ready
  if (!ready) throw new Error('The script left nothing behind.')
  await new Promise<void>((resolve) => ready(resolve))
}

async function execute(siteKey: string, action: string): Promise<string> {
  const token = await window.grecaptcha?.execute?.(siteKey, { action })
  if (!token) throw new Error('There is no token.')
  return token
}
