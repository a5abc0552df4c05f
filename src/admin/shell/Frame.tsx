import { type ComponentType, useState } from 'react'
import { $isOnline, useCall } from '../api/use-request.ts'
import { Button, Quiet } from '../parts/Controls.tsx'
import { Alert } from '../parts/Notice.tsx'
import { loadLater } from '../parts/load-later.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { useStore } from '../parts/use-store.ts'
import { goTo, useRoute } from '../route/route.ts'
import { failures } from '../session/under-way.ts'

/** On a shared computer the user must know this. */
const STILL_IN = 'Logout failed. You may still be signed in.'

type BarProps = { studio: string; session: { name?: string } | undefined }

/** The studio's name, whether there is no network, and for an open session whose it is, and Logout. */
export function AccountBar({ studio, session }: BarProps) {
  const isOnline = useStore($isOnline)
  const { isBusy, failure, run } = useCall(STILL_IN)
  const [drafts, setDrafts] = useState(0)
  const press = () => {
    const failed = failures
    return run(async () => setDrafts(await (await dialogs()).leaveIfSaved(failed)))
  }
  return (
    <header className="account-bar">
      <div className="measure row">
        <a className="logo" href="/admin">
          <i aria-hidden="true" />
          {studio}
        </a>
        <span role="status" className={isOnline ? 'note' : 'offline'}>
          {isOnline ? 'admin' : 'You are offline'}
        </span>
        {session && (
          <>
            {session.name && <bdi>{session.name}</bdi>}
            <Button isBusy={isBusy} onPress={press}>
              Logout
            </Button>
            {failure && <Alert>{STILL_IN}</Alert>}
            {drafts > 0 && (
              <Logout drafts={drafts} failed={STILL_IN} onClose={() => setDrafts(0)} />
            )}
          </>
        )}
      </div>
    </header>
  )
}

export const dialogs = () => import('./FootDialogs.tsx')
const KeysDialog = loadLater(async () => (await dialogs()).KeysDialog)
const Logout = loadLater(async () => (await dialogs()).Logout)
const SignOutEverywhere = loadLater(async () => (await dialogs()).SignOutEverywhere)

/** Opens a tab, or a view of the foot, and lets Tab go on in it. */
export function openView(tab: string) {
  goTo({ tab })
  document.getElementById('panel')?.focus({ preventScroll: true })
}

const staff = () => import('../staff/views.ts')
const People = loadLater(async () => (await staff()).People)
const Log = loadLater(async () => (await staff()).Log)
/** Opened from the foot: few people need them, and rarely. */
export const views: Readonly<Record<string, { label: string; View: ComponentType }>> = {
  staff: { label: 'People', View: People },
  log: { label: 'Log', View: Log },
}

export function Foot() {
  const { tab } = useRoute()
  const [open, setOpen] = useState<'keys' | 'everywhere'>()
  const close = () => setOpen(undefined)
  const keys = { '?': () => setOpen((now) => now ?? 'keys') }
  useKeys(keys)
  // Above an open record, too.
  useKeys(keys, 1)
  return (
    <footer className="measure row admin-footer">
      <Quiet onPress={() => setOpen('keys')}>Keyboard shortcuts</Quiet>
      <Quiet onPress={() => setOpen('everywhere')}>Sign out everywhere</Quiet>
      {Object.entries(views).map(([name, { label }]) => (
        <Quiet
          key={name}
          aria-current={tab === name ? 'page' : undefined}
          onPress={() => openView(name)}
        >
          {label}
        </Quiet>
      ))}
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'everywhere' && <SignOutEverywhere onClose={close} />}
    </footer>
  )
}
