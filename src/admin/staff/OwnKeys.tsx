import { type SubmitEvent, useState } from 'react'
import type { StaffMember } from '#api/admin-contract.ts'
import { callAdmin } from '../api/call-admin.ts'
import { loaded } from '../api/new-version.ts'
import { unlessRefused } from '../api/refused.ts'
import { useCall } from '../api/use-request.ts'
import { Button, Field } from '../parts/Controls.tsx'
import { Problem } from '../parts/Request.tsx'
import { dateOrText } from '../parts/display.tsx'
import { Remove } from './Remove.tsx'

const unchanged = unlessRefused(
  'Your keys are as they were',
  'It is unclear whether your keys have changed',
)
const LAST =
  'This is your only key. Without it you need a new invitation, and you are signed out everywhere.'
const OTHERS =
  'It opens the admin area no more. Each session that it opened ends, this one too if you used it here. Your other keys still work.'

type Props = { keys: StaffMember['passkeys']; onChange: () => void }

/** The keys of the person who is signed in. A second one is the way back when a phone is lost. */
export function OwnKeys({ keys, onChange }: Props) {
  const { isBusy, failure, run } = useCall(unchanged)
  const [leaving, setLeaving] = useState<(typeof keys)[number]>()
  const change = (act: () => Promise<unknown>) => run(() => act().finally(onChange))
  const add = (name: string) =>
    change(async () => (await loaded(import('../session/passkey.ts'))).addPasskey(name))
  return (
    <div className="own-keys">
      <ul>
        {keys.map((key) => (
          <li key={key.id}>
            <p>
              <b>{key.name}</b>, made on {dateOrText(key.madeAt)}
            </p>
            {/* A new name closes it. */}
            <details key={key.name}>
              <summary className="button small">Rename</summary>
              <NameForm
                label={`New name of ${key.name}`}
                action="Save name"
                isBusy={isBusy}
                onSubmit={(name) =>
                  change(() => callAdmin(`own/key/${key.id}`, 'PATCH', { body: { name } }))
                }
              />
            </details>
            <Button onPress={() => setLeaving(key)}>Remove {key.name}</Button>
          </li>
        ))}
      </ul>
      <NameForm label="Name of another key" action="Add a key" isBusy={isBusy} onSubmit={add} />
      {failure && <Problem failure={failure} />}
      {leaving && (
        <Remove
          name={leaving.name}
          what={keys.length === 1 ? LAST : OTHERS}
          failed={unchanged}
          path={`own/key/${leaving.id}`}
          onUnclear={onChange}
          onClose={(isGone) => {
            setLeaving(undefined)
            if (isGone) onChange()
          }}
        />
      )}
    </div>
  )
}

type NameProps = {
  label: string
  action: string
  isBusy: boolean
  onSubmit: (name: string) => Promise<unknown>
}

function NameForm({ label, action, isBusy, onSubmit }: NameProps) {
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = form.querySelector('input')?.value.trim()
    if (isBusy || !name) return
    if (!(await onSubmit(name))) form.reset()
  }

  return (
    <form className="row" onSubmit={(event) => void submit(event)}>
      <Field label={label} name="name" autoComplete="off" />
      <button type="submit" className="button small" disabled={isBusy}>
        {action}
      </button>
    </form>
  )
}
