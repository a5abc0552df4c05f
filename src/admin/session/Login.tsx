import { type SubmitEvent, useState } from 'react'
import { ApiError, messageIn } from '../../api/call.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { callAdminQuietly, tellTabs } from '../api/call-admin.ts'
import { loaded, NotLoaded } from '../api/new-version.ts'
import { Button, Field } from '../parts/Controls.tsx'
import { Alert, NewVersion } from '../parts/Notice.tsx'
import { keptAddress } from './kept.ts'

type LoginInputs = HTMLFormControlsCollection & Record<'email' | 'password', HTMLInputElement>

const openDashboard = () => location.assign(keptAddress())

const FAILED = 'Login failed'
const NEEDS_HTTPS = 'Signing in needs HTTPS, or http://localhost on the machine that runs the site.'

const MINUTE_MS = 60_000
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Why the sign-in failed, and when to try again if that is known. */
function problemOf(error: unknown, withoutAnswer: string): string {
  if (error instanceof NotLoaded) return error.message
  if (!(error instanceof ApiError)) return withoutAnswer
  if (!messageIn(error.body)) return FAILED
  if (error.status !== 429 || !error.retryAfterSeconds) return error.message
  // Rounded up: a try within the minute shown must not be too early.
  const again = Math.ceil((Date.now() + error.retryAfterSeconds * 1_000) / MINUTE_MS) * MINUTE_MS
  return `${error.message} Try again at ${clock.format(again)}.`
}

type Props = { onSignedIn?: () => void; hasFocus?: boolean }

/** Email and password. It starts a session, or says in one sentence why not. */
export const Login = (props: Props) => (
  <Boundary fallback={<Failed>The sign-in stopped working. Nothing was sent.</Failed>}>
    {/* A page that goes on after the sign-in says so itself. */}
    {!props.onSignedIn && <NewVersion />}
    <OpenLogin {...props} />
  </Boundary>
)

function OpenLogin({ onSignedIn = openDashboard, hasFocus }: Props) {
  const [step, setStep] = useState<'editing' | 'signing in' | 'at the passkey'>('editing')
  const [problem, setProblem] = useState('')
  const isBusy = step === 'signing in'

  async function signIn(at: typeof step, send: () => Promise<unknown>, withoutAnswer: string) {
    setStep(at)
    setProblem('')
    try {
      await send()
      tellTabs('signed in')
      onSignedIn()
    } catch (error) {
      refuse(problemOf(error, withoutAnswer))
    }
  }

  function refuse(words: string) {
    setStep('editing')
    setProblem(words)
  }

  const byPasskey = async () => (await loaded(import('./passkey.ts'))).signInByPasskey()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // The form below has exactly these inputs.
    const inputs = event.currentTarget.elements as LoginInputs
    const email = inputs.email.value.trim()
    const password = inputs.password.value
    // The user changes it next, and the pressed button has lost the focus.
    const toChange = () => inputs[email ? 'password' : 'email'].focus()
    if (!email || !password) {
      refuse('Email and password are both required.')
      toChange()
    }
    // Without HTTPS the browser keeps no session cookie, and the network can read the password.
    else if (!isSecureContext) refuse(NEEDS_HTTPS)
    else {
      const asked = callAdminQuietly('login', { body: { email, password } })
      asked.catch(toChange)
      void signIn('signing in', () => asked, FAILED)
    }
  }
  return (
    <form className="sheet" method="post" action="/api/admin/login" noValidate onSubmit={submit}>
      <div className="stack ways-in">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus={hasFocus}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {problem && <Alert>{problem}</Alert>}
        <p className="notice bad load-failed">
          The form could not load. Check your connection and try again.
        </p>
        <p>
          <button
            type="submit"
            className="button primary"
            disabled={isBusy}
            aria-busy={isBusy || undefined}
          >
            {isBusy ? 'Signing in…' : 'Sign In'}
          </button>
        </p>
        {/* Hidden where the browser has no passkeys (src/layouts/Admin.astro). */}
        <p className="passkey">
          <Button
            look="button"
            onPress={
              step === 'editing'
                ? () => signIn('at the passkey', byPasskey, 'No passkey was used.')
                : undefined
            }
          >
            Use a passkey
          </Button>
        </p>
      </div>
    </form>
  )
}
