import { useEffect, useState } from 'react'
import type { StaffAnswer, StaffMember } from '#api/admin-contract.ts'
import { callAdmin } from '../api/call-admin.ts'
import { unlessRefused } from '../api/refused.ts'
import { useOnRetry, useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { dateOrText, local } from '../parts/display.tsx'
import { Said, sayDone } from '../parts/Notice.tsx'
import { Loading, Problem } from '../parts/Request.tsx'
import { useWindowEvent } from '../parts/use-keys.ts'
import { Invite } from './Invite.tsx'
import { OwnKeys } from './OwnKeys.tsx'
import { Remove } from './Remove.tsx'

/** The server's name for a person who signed in with the password. */
const EMERGENCY = 'emergency password'

const I_LEAVE =
  'Your keys stop working, and you are signed out here. To come back you need a new invitation.'
const THEY_LEAVE =
  'Their keys stop working, and all their sessions end with the next request. To come back they need a new invitation.'

const notRemoved = unlessRefused('Nobody was removed', 'It is unclear whether anybody was removed')

/** Who signs in: their keys, invitations, and the way out. */
export function People() {
  const { result, failure, reload } = useRequest('staff', () =>
    callAdmin<StaffAnswer>('staff', 'GET'),
  )
  // Another person may have signed in, or somebody may have joined.
  useOnRetry(true, reload)
  useWindowEvent('focus', reload)
  const [leaving, setLeaving] = useState<StaffMember>()
  const [gone, setGone] = useState<string>()
  const staff = result?.items ?? []
  const me = staff.find(({ id }) => id === result?.me)
  function close(isGone: boolean) {
    setLeaving(undefined)
    if (!isGone || !leaving) return
    setGone(leaving.id)
    sayDone(`Removed ${leaving.name}`)
    reload()
  }
  // The dialog has given the focus back to a button that is about to leave.
  useEffect(() => {
    const row = gone && document.getElementById(gone)
    if (!row) return
    const other = row.nextElementSibling ?? row.previousElementSibling
    const next = other ? [...other.querySelectorAll('button')].at(-1) : undefined
    ;(next ?? document.querySelector<HTMLElement>('.invite input'))?.focus()
  }, [gone])
  return (
    <section aria-labelledby="staff" className="staff">
      <div className="row panel-head">
        <h2 id="staff">People</h2>
      </div>
      <p className="soft">
        Everybody here may read, answer, export and delete everything. The emergency password works
        too, and each use of it is mailed to all.
      </p>
      {failure && <Problem failure={failure} onRetry={reload} />}
      {!result && !failure && <Loading isView words="Loading people…" />}
      {result?.items.length === 0 && <p>Nobody yet. Invite yourself first.</p>}
      <ul className="staff-list">
        {staff.map((person) => (
          <li key={person.id} id={person.id}>
            <h3>
              <bdi>{person.name}</bdi>
              {person.id === me?.id && ' (you)'}
            </h3>
            <p>
              <bdi>{person.email}</bdi>, invited{' '}
              {person.invitedBy === EMERGENCY ? 'with the' : 'by'} <bdi>{person.invitedBy}</bdi> on{' '}
              {dateOrText(person.invitedAt)}. {keysInWords(person)}
            </p>
            {person.id === me?.id && <OwnKeys keys={me.passkeys} onChange={reload} />}
            <Button onPress={() => setLeaving(person)}>Remove {person.name}</Button>
          </li>
        ))}
      </ul>
      <Said />
      {/* Not before the list, which would move its button away under a press. */}
      {(result ?? failure) && (
        <Invite
          isOpen={(id) => id !== gone && staff.every((one) => one.id !== id || one.invitedUntil)}
          onAnswer={reload}
        />
      )}
      {leaving && (
        <Remove
          name={leaving.name}
          what={leaving.id === me?.id ? I_LEAVE : THEY_LEAVE}
          failed={notRemoved}
          path={`staff/${leaving.id}`}
          onClose={close}
          onUnclear={reload}
        />
      )}
    </section>
  )
}

function keysInWords({ passkeys, invitedUntil }: StaffMember) {
  if (invitedUntil) {
    const [end, now] = [Date.parse(invitedUntil), Date.now()]
    return `The invitation ${end < now ? 'was' : 'is'} open until ${local.format(end)}.`
  }
  if (passkeys.length === 0) return 'No key.'
  const last = Math.max(...passkeys.map(({ usedAt }) => Date.parse(usedAt ?? '') || 0))
  const keys = passkeys.length === 1 ? '1 key' : `${passkeys.length} keys`
  return `${keys}, ${last ? `last used on ${local.format(last)}` : 'not used yet'}.`
}
