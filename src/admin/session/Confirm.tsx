import { useEffect, useState } from 'react'
import type { CommandShown } from '#api/commands.ts'
import { ApiError, call, messageIn } from '../../api/call.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { refusalIn } from '../api/failure.ts'
import { Button } from '../parts/Button.tsx'
import { NewVersion } from '../parts/NewVersion.tsx'
import { Login } from './Login.tsx'

type Step =
  | { at: 'loading' }
  | { at: 'signing in'; why: string }
  | { at: 'asking'; shown: CommandShown; isBusy: boolean }
  | { at: 'done'; command: string }
  | { at: 'failed'; words: string }

/** What stands behind the # of the address that the command printed. */
const ask = (method: 'GET' | 'POST') =>
  call(`/api/admin/commands/${encodeURIComponent(location.hash.slice(1))}`, { method })

const load = (): Promise<Step> =>
  // The function holds its answer to this type.
  ask('GET').then(
    (shown) => ({ at: 'asking', shown: shown as CommandShown, isBusy: false }),
    failed,
  )

const confirm = ({ command }: CommandShown): Promise<Step> =>
  ask('POST').then(() => ({ at: 'done', command }), failed)

/** Without a person's sign-in of the last ten minutes the page asks for one. */
function failed(error: unknown): Step {
  // Any other error is the network's.
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: null }
  const words = messageIn(body) ?? 'Nothing was confirmed. Check your connection, and reload.'
  if (status === 401 || refusalIn(error).again)
    return { at: 'signing in', why: 'Sign in to see what asks for you.' }
  return status === 403 ? { at: 'signing in', why: words } : { at: 'failed', words }
}

/** Shows the command that waits for a person, who compares the code and confirms. */
export const Confirm = () => (
  <Boundary fallback={<Failed>This page stopped working. Nothing was confirmed.</Failed>}>
    <NewVersion />
    <OpenConfirm />
  </Boundary>
)

function OpenConfirm() {
  const [step, setStep] = useState<Step>({ at: 'loading' })

  const loadAgain = () => void load().then(setStep)
  useEffect(() => {
    void load().then(setStep)
    // Another address differs behind the # only, which loads nothing by itself.
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])

  function press(shown: CommandShown) {
    setStep({ at: 'asking', shown, isBusy: true })
    void confirm(shown).then(setStep)
  }

  if (step.at === 'loading') return <p role="status">Loading the command…</p>
  if (step.at === 'signing in') {
    return (
      <>
        <p className="soft">{step.why}</p>
        <Login onSignedIn={loadAgain} />
      </>
    )
  }
  if (step.at === 'failed') {
    return (
      <p className="notice bad" role="alert">
        {step.words}
      </p>
    )
  }
  if (step.at === 'done') {
    return (
      <p className="notice good" role="status">
        Confirmed. npm run {step.command} goes on in the terminal, and you can close this page.
      </p>
    )
  }
  return <Asking {...step} onConfirm={() => press(step.shown)} />
}

type AskingProps = { shown: CommandShown; isBusy: boolean; onConfirm: () => void }

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

function Asking({ shown: { command, code, network, isHere, at }, isBusy, onConfirm }: AskingProps) {
  return (
    <div className="sheet stack">
      <p>
        <code>npm run {command}</code> asks to act in your name. It was started at{' '}
        {time.format(new Date(at))} from {network},{' '}
        {isHere ? 'the network of this browser.' : 'another network than this browser’s.'}
      </p>
      <p>
        The terminal must show this code: <strong className="code">{code}</strong>
      </p>
      {isHere ? (
        <p className="soft">Confirm only a command that you have just started yourself.</p>
      ) : (
        <p className="notice bad" role="alert">
          Did you start it there yourself? If somebody sent you this address, close the page:
          confirming lets them in as you.
        </p>
      )}
      <p>
        <Button look="button primary" isBusy={isBusy} onPress={onConfirm}>
          {isBusy ? 'Confirming…' : 'Confirm'}
        </Button>
      </p>
    </div>
  )
}
