import { useId, useState } from 'react'
import type { StaffMember } from '#api/admin-contract.ts'
import { removeKey, renameKey } from '../api/staff.ts'
import { useCall } from '../api/use-call.ts'
import { BusyButton } from '../parts/BusyButton.tsx'
import { display } from '../parts/display.tsx'
import { Problem } from '../parts/Problem.tsx'

type Props = { keys: StaffMember['passkeys']; onChange: () => void }

/** The keys of whoever is signed in. A second one is the way back when a phone is lost. */
export function OwnKeys({ keys, onChange }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const { isBusy, failure, run } = useCall('Your keys are as they were')
  const change = (act: () => Promise<unknown>) => run(() => act().then(onChange))
  const add = () =>
    change(async () => {
      const { addPasskey } = await import('../session/passkey.ts')
      await addPasskey(name.trim())
      setName('')
    })
  return (
    <div className="own-keys">
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="row">
            <span>
              <b>{key.name}</b>, made on {display(key.madeAt)}
            </span>
            <BusyButton
              isBusy={isBusy}
              onPress={async () => {
                const next = prompt('A name for this key', key.name)?.trim()
                if (next) await change(() => renameKey(key.id, next))
              }}
            >
              Rename
            </BusyButton>
            <BusyButton isBusy={isBusy} onPress={() => change(() => removeKey(key.id))}>
              Remove this key
            </BusyButton>
          </li>
        ))}
      </ul>
      <div className="row">
        <div className="field">
          <label htmlFor={id}>Name of another key</label>
          <input
            className="input"
            id={id}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
        <BusyButton isBusy={isBusy || name.trim() === ''} onPress={add}>
          Add a key
        </BusyButton>
      </div>
      {failure && <Problem failure={failure} />}
    </div>
  )
}
