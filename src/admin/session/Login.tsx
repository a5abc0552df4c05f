import { useId, useState, type ComponentProps, type SubmitEvent } from 'react'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { ApiError, messageIn } from '../../api/call.ts'
import { login } from '../api/ask.ts'
import { loaded, NotLoaded } from '../api/new-version.ts'
import { Button } from '../parts/Button.tsx'
import { NewVersion } from '../parts/NewVersion.tsx'
import { tellOtherTabs } from './signed-out.ts'
import { keptAddress } from './kept-route.ts'

/** The form's inputs by their names. */
type LoginInputs = HTMLFormControlsCollection & Record<'email' | 'password', HTMLInputElement>

type LoginStatus =
  { step: 'editing'; problem: string } | { step: 'signing in' } | { step: 'at the passkey' }

const openDashboard = () => {
  location.assign(keptAddress())
}

const FAILED = 'Login failed'
const NEEDS_HTTPS = 'Signing in needs HTTPS, or http://localhost on the machine that runs the site.'

const MINUTE_MS = 60_000
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

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

type Props = {
  /** By default the dashboard opens. */
  onSignedIn?: () => void
  /** Focuses the first field. */
  hasFocus?: boolean
}

/** Email and password. It starts a session, or says in one sentence why not. */
export const Login = (props: Props) => (
  <Boundary fallback={<Failed>The sign-in stopped working. Nothing was sent.</Failed>}>
    {/* A page that goes on after the sign-in says so itself. */}
    {!props.onSignedIn && <NewVersion />}
    <OpenLogin {...props} />
  </Boundary>
)

function OpenLogin({ onSignedIn = openDashboard, hasFocus }: Props) {
  const [status, setStatus] = useState<LoginStatus>({ step: 'editing', problem: '' })
  const isBusy = status.step === 'signing in'
  const refuse = (problem: string) => setStatus({ step: 'editing', problem })

  async function signIn(send: () => Promise<unknown>, withoutAnswer: string) {
    try {
      await send()
      tellOtherTabs('signed in')
      onSignedIn()
    } catch (error) {
      refuse(problemOf(error, withoutAnswer))
    }
  }

  function signInByKey() {
    if (status.step !== 'editing') return
    setStatus({ step: 'at the passkey' })
    const send = async () => (await loaded(import('./passkey.ts'))).signInByPasskey()
    void signIn(send, 'No passkey was used.')
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // The form below has exactly these inputs.
    const inputs = event.currentTarget.elements as LoginInputs
    const email = inputs.email.value.trim()
    const password = inputs.password.value
    if (!email || !password) {
      refuse('Email and password are both required.')
      return
    }
    // Without HTTPS the browser keeps no session cookie, and the network can read the password.
    if (!isSecureContext) {
      refuse(NEEDS_HTTPS)
      return
    }
    setStatus({ step: 'signing in' })
    void signIn(() => login(email, password), FAILED)
  }

  return (
    <form className="sheet" method="post" action="/api/admin/login" noValidate onSubmit={submit}>
      <div className="stack">
        <Input
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus={hasFocus}
        />
        <Input label="Password" name="password" type="password" autoComplete="current-password" />
        {status.step === 'editing' && status.problem && (
          <p className="notice bad" role="alert">
            {status.problem}
          </p>
        )}
        <p className="notice bad" data-load-failed>
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
          <Button look="button" aria-disabled={status.step !== 'editing'} onPress={signInByKey}>
            Sign in with a passkey
          </Button>
        </p>
      </div>
    </form>
  )
}

function Input({ label, ...props }: ComponentProps<'input'> & { label: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input className="input" id={id} required {...props} />
    </div>
  )
}
