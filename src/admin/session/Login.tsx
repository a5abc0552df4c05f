import { useId, useState, type SubmitEvent } from 'react'
import { Boundary } from '../../boundary/Boundary.tsx'
import { Failed } from '../../boundary/Failed.tsx'
import { ApiError } from '../../api/call.ts'
import { login } from '../api/admin-api.ts'
import { keptAddress } from './kept-route.ts'

/** The form's inputs by their names. */
type LoginInputs = HTMLFormControlsCollection & Record<'email' | 'password', HTMLInputElement>

type LoginStatus = { step: 'editing'; problem: string } | { step: 'signing in' }

const openDashboard = () => {
  location.assign(keptAddress())
}

const NEEDS_HTTPS = 'Signing in needs HTTPS, or http://localhost on the machine that runs the site.'

type Props = {
  /** What follows; without it, the dashboard opens. */
  onSignedIn?: () => void
}

/** E-mail and password; a session starts, or one sentence says why not. */
export const Login = (props: Props) => (
  <Boundary fallback={<Failed>The sign-in stopped working. Nothing was sent.</Failed>}>
    <OpenLogin {...props} />
  </Boundary>
)

function OpenLogin({ onSignedIn = openDashboard }: Props) {
  const id = useId()
  const [status, setStatus] = useState<LoginStatus>({ step: 'editing', problem: '' })
  const isBusy = status.step === 'signing in'

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    // The form below has exactly these inputs.
    const inputs = event.currentTarget.elements as LoginInputs
    const email = inputs.email.value.trim()
    const password = inputs.password.value
    if (!email || !password) {
      setStatus({ step: 'editing', problem: 'Email and password are both required.' })
      return
    }
    // A browser would not keep the session's cookie, and anybody could read the password on its way.
    if (!isSecureContext) {
      setStatus({ step: 'editing', problem: NEEDS_HTTPS })
      return
    }
    setStatus({ step: 'signing in' })
    try {
      await login(email, password)
      onSignedIn()
    } catch (error) {
      const words = error instanceof ApiError && error.body ? error.message : 'Login failed'
      setStatus({ step: 'editing', problem: words })
    }
  }

  return (
    <form
      className="sheet"
      method="post"
      action="/api/admin/login"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <div className="stack">
        <div className="field">
          <label htmlFor={`${id}-email`}>Email</label>
          <input
            className="input"
            id={`${id}-email`}
            name="email"
            type="email"
            autoComplete="username"
            required
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-password`}>Password</label>
          <input
            className="input"
            id={`${id}-password`}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
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
      </div>
    </form>
  )
}
