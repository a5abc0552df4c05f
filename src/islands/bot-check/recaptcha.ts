import { trustedUrl } from './trusted-url.ts'

declare global {
  interface Window {
    grecaptcha?: {
      ready?: (callback: () => void) => void
      execute?: (siteKey: string, options: { action: string }) => Promise<string | null>
    }
  }
}

/** For script and token together. Shorter than the time-out of a call (src/api/call.ts). */
const TIME_OUT_MS = 9_000

/** The requested script, shared by all callers. */
let script: Promise<void> | undefined
let tries = 0

/**
 * Google's bot check (https://developers.google.com/recaptcha/docs/v3). Its script loads when a
 * form is sent for the first time, so that Google learns nothing about people who only read. Throws
 * an Error that says which step failed. The next try loads a failed script again.
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
 * Without `trustedtypes` the script loads another one in a way that our policy refuses. Each try
 * has its own address: a browser would let the second try wait for a first that hangs.
 */
const query = (siteKey: string) =>
  new URLSearchParams({ render: siteKey, trustedtypes: 'true', try: String(++tries) })

/** Limits the total time of several steps. A step that fails or is late throws its words. */
function deadline(timeOutMs: number) {
  const timeOut = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('It took too long.')), timeOutMs)
  })
  return async <T>(step: Promise<T>, words: string): Promise<T> => {
    try {
      return await Promise.race([step, timeOut])
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
