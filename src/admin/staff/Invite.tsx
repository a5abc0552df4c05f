import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import type { InviteAnswer } from '#api/admin-contract.ts'
import { callAdmin } from '../api/call-admin.ts'
import { failureOf, statusOf } from '../api/failure.ts'
import { unlessRefused } from '../api/refused.ts'
import { useCall } from '../api/use-request.ts'
import { Field } from '../parts/Controls.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Problem } from '../parts/Request.tsx'
import { $signedOut } from '../session/kept.ts'

const notInvited = unlessRefused(
  'Nobody was invited',
  'It is unclear whether anybody was invited: look at the list before you try again',
)

/** The server's own words say what is wrong with a name or an address. */
const failureIn = (error: unknown) =>
  statusOf(error) === 422 ? failureOf(error, (error as Error).message) : notInvited(error)

/** It is kept until its answer is shown, in a later visit too: the link is given only once. */
let invited: Promise<InviteAnswer> | undefined

$signedOut.listen(() => (invited = undefined))

/** `isOpen` is false once this person has joined, or was removed. */
type Props = { isOpen: (id: string) => boolean; onAnswer: () => void }

export function Invite({ isOpen, onAnswer }: Props) {
  const [answer, setAnswer] = useState<InviteAnswer>()
  const { isBusy, failure, run } = useCall(failureIn)
  const wait = (one: Promise<InviteAnswer>) => run(() => one.then(setAnswer)).finally(onAnswer)
  const goOn = useEffectEvent(() => invited && void wait(invited))
  useEffect(() => goOn(), [])
  useEffect(() => {
    if (answer ?? failure) invited = undefined
  }, [answer, failure])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    // The API's names are those of the inputs.
    const body = Object.fromEntries(new FormData(form))
    setAnswer(undefined)
    invited = callAdmin<InviteAnswer>('staff', 'POST', { body })
    const failed = await wait(invited)
    // The words say which field is wrong.
    if (failed) form.querySelectorAll('input')[failed.words.includes('name') ? 0 : 1]?.focus()
    else form.reset()
  }
  return (
    <form className="invite" noValidate onSubmit={(event) => void submit(event)}>
      <h3>Invite somebody</h3>

      <div className="row">
        <Field label="Name" name="name" autoComplete="off" />
        <Field label="Email" name="email" type="email" autoComplete="off" />
        <button type="submit" className="button" aria-busy={isBusy || undefined}>
          {isBusy ? 'Inviting…' : 'Invite'}
        </button>
      </div>
      {failure && <Problem failure={failure} />}
      {answer && isOpen(answer.member.id) && (
        <div className="notice good" role="status">
          <div className="stack">
            <p>
              Send this link to <bdi>{answer.member.name}</bdi>. It is shown only now, and works
              once, within 24 hours.{answer.isMailed && ' It was mailed too.'}
            </p>
            <p>
              <code>{answer.link}</code>
            </p>
            <div className="row">
              <CopyButton key={answer.link} text={answer.link} autoFocus what="link">
                Copy link
              </CopyButton>
            </div>
          </div>
        </div>
      )}
    </form>
  )
}
