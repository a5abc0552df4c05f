import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The part of the browser that the client needs. Each test says what Google's script does. */
type Script = { src: string; onload: () => void; onerror: () => void }

let scripts: Script[]
/** Runs when the page requests a script. */
let served: (script: Script) => void

beforeEach(() => {
  vi.resetModules()
  scripts = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: {
      append(script: Script) {
        scripts.push(script)
        queueMicrotask(() => served(script))
      },
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function client() {
  const { recaptcha } = await import('./recaptcha.ts')
  return recaptcha({ siteKey: 'key', origin: 'https://www.google.com' })
}

const throwing = () => {
  throw new Error('Out of order')
}

const works = (execute: unknown = () => Promise.resolve('token')) => {
  return (script: Script) => {
    // Some tests need an `execute` of an unknown type.
    window.grecaptcha = { ready: (callback: () => void) => callback(), execute } as never
    script.onload()
  }
}

test('a token is made for the action, by a script that is loaded once', async () => {
  const execute = vi.fn((_: string, { action }: { action: string }) => Promise.resolve(action))
  served = works(execute)
  const obtainToken = await client()
  expect(await obtainToken('contact_form')).toBe('contact_form')
  expect(await obtainToken('eir_form')).toBe('eir_form')
  expect(execute).toHaveBeenCalledWith('key', { action: 'contact_form' })
  expect(scripts.map(({ src }) => src)).toEqual([
    'https://www.google.com/recaptcha/api.js?render=key&trustedtypes=true&try=1',
  ])
})

test('outside a browser there is no token', async () => {
  vi.stubGlobal('window', undefined)
  const obtainToken = await client()
  await expect(obtainToken('a')).rejects.toThrow('reCAPTCHA is only available in the browser.')
})

const never = () => new Promise(() => undefined)
const notLoaded = 'Failed to load reCAPTCHA script.'
const notInitialised = 'reCAPTCHA failed to initialise.'
const unavailable = 'reCAPTCHA unavailable after load.'

const failures: [string, (script: Script) => void, string][] = [
  ['a script that does not come', (script) => script.onerror(), notLoaded],
  ['a script that hangs', () => undefined, notLoaded],
  ['a script that leaves nothing behind', (script) => script.onload(), notInitialised],
  [
    'a script that never gets ready',
    (script) => {
      window.grecaptcha = { ready: () => undefined }
      script.onload()
    },
    notInitialised,
  ],
  ['a service without execute', works(null), unavailable],
  ['a service that throws', works(throwing), unavailable],
  ['a service that rejects', works(() => Promise.reject(new Error('Invalid key'))), unavailable],
  ['a service without a token', works(() => Promise.resolve(null)), unavailable],
  ['a service that hangs', works(never), unavailable],
]

test.each(failures)(
  '%s gives an error within ten seconds, and the next try works',
  async (_, serve, words) => {
    vi.useFakeTimers()
    served = serve
    const obtainToken = await client()
    const failed = expect(obtainToken('a')).rejects.toThrow(words)
    await vi.advanceTimersByTimeAsync(9_999)
    await failed
    served = works()
    // The page reuses a loaded script, so its `execute` must work now.
    if (words === unavailable) for (const script of scripts) served(script)
    expect(await obtainToken('a')).toBe('token')
    const addresses = new Set(scripts.map(({ src }) => src))
    expect(addresses.size).toBe(words === unavailable ? 1 : 2)
  },
)
