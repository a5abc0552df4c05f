import { useEffect, useState } from 'react'
import type { CommandShown } from '#api/commands.ts'
import { ApiError, call, messageIn } from '../../api/call.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { refusalIn } from '../api/failure.ts'
import { Button } from '../parts/Controls.tsx'
import { Alert, NewVersion } from '../parts/Notice.tsx'
import { useWindowEvent } from '../parts/use-keys.ts'
import { Login } from './Login.tsx'

type Step =
  | { at: 'signing in'; why: string }
  | { at: 'asking'; shown: CommandShown }
  | { at: 'done'; command: string }
  | { at: 'failed'; words: string }

/** What stands behind the # of the address that the command printed. */
async function ask<T extends object>(method: 'GET' | 'POST', proof: keyof T): Promise<T> {
  const command = encodeURIComponent(location.hash.slice(1))
  const answer = await call(`/api/admin/commands/${command}`, { method })
  // The function holds its answer to this type.
  if (answer && proof in Object(answer)) return answer as T
  throw new TypeError('Not an answer of the API.')
}

const load = (): Promise<Step> =>
  ask<CommandShown>('GET', 'command').then((shown) => ({ at: 'asking', shown }), failed)

const UNCLEAR = 'It is unclear whether this was confirmed: the terminal says whether it goes on.'

/** Without a person's sign-in of the last ten minutes the page asks for one. */
function failed(
  error: unknown,
  otherwise = 'Nothing was confirmed. Check your connection, and reload.',
): Step {
  // Any other error is the network's.
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: null }
  const words = messageIn(body) ?? otherwise
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
  const [step, setStep] = useState<Step>()

  const loadAgain = () => void load().then(setStep)
  useEffect(loadAgain, [])
  // Another address differs behind the # only, which loads nothing by itself.
  useWindowEvent('hashchange', () => location.reload())

  if (!step) return <p role="status">Loading the command…</p>
  if (step.at === 'signing in')
    return (
      <>
        <p className="soft">{step.why}</p>
        <Login onSignedIn={loadAgain} />
      </>
    )
  if (step.at === 'failed') return <Alert>{step.words}</Alert>
  if (step.at === 'done')
    return (
      <p className="notice good" role="status">
        Confirmed. npm run {step.command} goes on in the terminal, and you can close this page.
      </p>
    )
  return <Asking shown={step.shown} onAnswer={setStep} />
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

type AskingProps = { shown: CommandShown; onAnswer: (step: Step) => void }

function Asking({ shown: { command, code, network, isHere, at }, onAnswer }: AskingProps) {
  const [isBusy, setIsBusy] = useState(false)

  function confirm() {
    setIsBusy(true)
    void ask<{ ok: true }>('POST', 'ok')
      .then(
        () => ({ at: 'done', command }) as const,
        (error: unknown) => failed(error, UNCLEAR),
      )
      .then(onAnswer)
  }
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
        <Alert>
          Did you start it there yourself? If somebody sent you this address, close the page:
          confirming lets them in as you.
        </Alert>
      )}
      <p>
        <Button look="button primary" isBusy={isBusy} onPress={confirm}>
          {isBusy ? 'Confirming…' : 'Confirm'}
        </Button>
      </p>
    </div>
  )
}
