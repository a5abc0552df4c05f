import { useId, useState, type SubmitEvent } from 'react'
import type { StaffMember } from '#api/admin-contract.ts'
import { loaded } from '../api/new-version.ts'
import { removeKey, renameKey } from '../api/staff.ts'
import { useCall } from '../api/use-request.ts'
import { Button } from '../parts/Button.tsx'
import { display } from '../parts/display.tsx'
import { Problem } from '../parts/Request.tsx'

type Key = StaffMember['passkeys'][number]
type Props = { keys: readonly Key[]; onChange: () => void }

/** The keys of the person who is signed in. A second one is the way back when a phone is lost. */
export function OwnKeys({ keys, onChange }: Props) {
  const { isBusy, failure, run } = useCall('Your keys are as they were')
  const change = (act: () => Promise<unknown>) => run(() => act().then(onChange))
  const add = (name: string) =>
    change(async () => (await loaded(import('../session/passkey.ts'))).addPasskey(name))
  return (
    <div className="own-keys">
      <ul>
        {keys.map((key) => (
          <li key={key.id}>
            <p>
              <b>{key.name}</b>, made on {display(key.madeAt)}
            </p>
            <div className="row">
              <NameForm
                label={`New name of ${key.name}`}
                action="Rename"
                isBusy={isBusy}
                onSubmit={(name) => change(() => renameKey(key.id, name))}
              />
              <Button isBusy={isBusy} onPress={() => change(() => removeKey(key.id))}>
                Remove {key.name}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <NameForm label="Name of another key" action="Add a key" isBusy={isBusy} onSubmit={add} />
      {failure && <Problem failure={failure} />}
    </div>
  )
}

type NameProps = {
  label: string
  action: string
  isBusy: boolean
  onSubmit: (name: string) => Promise<unknown>
}

/** A name for a key, and what is done with it. */
function NameForm({ label, action, isBusy, onSubmit }: NameProps) {
  const id = useId()
  const [name, setName] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || name.trim() === '') return
    void onSubmit(name.trim()).then((failure) => {
      if (!failure) setName('')
    })
  }

  return (
    <form className="row" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <input
          className="input"
          id={id}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <button type="submit" className="button small" disabled={isBusy}>
        {action}
      </button>
    </form>
  )
}
