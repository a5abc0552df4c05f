import { useState } from 'react'
import type { StaffAnswer, StaffMember } from '#api/admin-contract.ts'
import { ask } from '../api/ask.ts'
import { useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { Ask } from '../parts/Dialog.tsx'
import { display } from '../parts/display.tsx'
import { Loading, Problem } from '../parts/Request.tsx'
import { Invite } from './Invite.tsx'
import { OwnKeys } from './OwnKeys.tsx'

/** Who signs in: their keys, invitations, and the way out. */
export function People() {
  const { result, failure, reload } = useRequest('staff', () => ask<StaffAnswer>('staff', 'GET'))
  const [leaving, setLeaving] = useState<StaffMember>()
  const me = result?.items.find(({ id }) => id === result.me)
  function close(isGone: boolean) {
    setLeaving(undefined)
    if (isGone) reload()
  }
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
      {!result && !failure && <Loading words="Loading people…" />}
      {result?.items.length === 0 && <p>Nobody yet. Invite yourself first.</p>}
      <ul className="staff-list">
        {result?.items.map((person) => (
          <li key={person.id}>
            <h3>
              <bdi>{person.name}</bdi>
              {person.id === me?.id && ' (you)'}
            </h3>
            <p>
              <bdi>{person.email}</bdi>, invited by <bdi>{person.invitedBy}</bdi> on{' '}
              {display(person.invitedAt)}. {keysInWords(person)}
            </p>
            {person.id === me?.id && <OwnKeys keys={me.passkeys} onChange={reload} />}
            <Button onPress={() => setLeaving(person)}>Remove {person.name}</Button>
          </li>
        ))}
      </ul>
      <Invite onInvited={reload} />
      {leaving && <Remove person={leaving} onClose={close} />}
    </section>
  )
}

function keysInWords({ passkeys, invitedUntil }: StaffMember) {
  if (invitedUntil) {
    const isOver = Date.parse(invitedUntil) < Date.now()
    return (
      <>
        The invitation {isOver ? 'was' : 'is'} open until {display(invitedUntil)}.
      </>
    )
  }
  const used = passkeys.flatMap(({ usedAt }) => usedAt ?? []).sort()
  const last = used.at(-1)
  const keys = passkeys.length === 1 ? '1 key' : `${passkeys.length} keys`
  return (
    <>
      {keys}, {last ? <>last used on {display(last)}</> : 'not used yet'}.
    </>
  )
}

type RemoveProps = { person: StaffMember; onClose: (isGone: boolean) => void }

const Remove = ({ person, onClose }: RemoveProps) => (
  <Ask
    heading={`Remove ${person.name}?`}
    what="Their keys stop working, and all their sessions end with the next request. To come back they need a new invitation."
    keep="Keep"
    onClose={() => onClose(false)}
    act={{
      name: `Remove ${person.name}`,
      doing: 'Removing…',
      failed: 'Nobody was removed',
      call: () => ask(`staff/${person.id}`, 'DELETE').then(() => onClose(true)),
    }}
  />
)
