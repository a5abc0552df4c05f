import { type SubmitEvent, useState } from 'react'
import type { InviteAnswer } from '#api/admin-contract.ts'
import { ask } from '../api/ask.ts'
import { failureOf, statusOf } from '../api/failure.ts'
import { useCall } from '../api/use-request.ts'
import { Field } from '../parts/Controls.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Problem } from '../parts/Request.tsx'

/** The server's own words say what is wrong with a name or an address. */
const failureIn = (error: unknown) =>
  failureOf(error, statusOf(error) === 422 ? (error as Error).message : 'Nobody was invited')

/** `isOpen` is false once this person has joined, or was removed. */
type Props = { isOpen: (id: string) => boolean; onInvited: () => void }

export function Invite({ isOpen, onInvited }: Props) {
  const [answer, setAnswer] = useState<InviteAnswer>()
  const { isBusy, failure, run } = useCall(failureIn)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    // The API's names are those of the inputs.
    const body = Object.fromEntries(new FormData(form))
    setAnswer(undefined)
    const failed = await run(() => ask<InviteAnswer>('staff', 'POST', { body }).then(setAnswer))
    // The words say which field is wrong.
    if (failed) form.querySelectorAll('input')[failed.words.includes('name') ? 0 : 1]?.focus()
    else {
      form.reset()
      onInvited()
    }
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
