import { type ComponentType, useState } from 'react'
import { logout } from '../api/ask.ts'
import { $isOnline, useCall } from '../api/use-request.ts'
import { Button, Quiet } from '../parts/Controls.tsx'
import { Alert } from '../parts/Notice.tsx'
import { loadLater } from '../parts/load-later.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { useStore } from '../parts/use-store.ts'
import { goTo, useRoute } from '../route/route.ts'
import { countDrafts, leaveForSignIn } from '../session/kept.ts'

/** On a shared computer the user must know this. */
const STILL_IN = 'Logout failed. You are still signed in.'

const leave = () => logout().then(leaveForSignIn)

/** The bar with the studio's name and Logout; it says beside the logo that there is no network. */
export function AccountBar({ studio, isSignedIn }: { studio: string; isSignedIn: boolean }) {
  const isOnline = useStore($isOnline)
  const { isBusy, failure, run } = useCall(STILL_IN)
  const [drafts, setDrafts] = useState(0)
  async function press() {
    const now = await countDrafts()
    if (now > 0) setDrafts(now)
    else await run(leave)
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
        {isSignedIn && (
          <>
            <Button isBusy={isBusy} onPress={press}>
              Logout
            </Button>
            {failure && <Alert>{STILL_IN}</Alert>}
            {drafts > 0 && (
              <Logout {...{ drafts, failed: STILL_IN, call: leave, onClose: () => setDrafts(0) }} />
            )}
          </>
        )}
      </div>
    </header>
  )
}

export const dialogs = () => import('./FootDialogs.tsx')
const KeysDialog = loadLater(async () => (await import('./KeysDialog.tsx')).KeysDialog)
const Logout = loadLater(async () => (await dialogs()).Logout)
const SignOutEverywhere = loadLater(async () => (await dialogs()).SignOutEverywhere)

/** Opens a tab, or a view of the foot, and lets Tab go on in it. */
export function openView(tab: string) {
  goTo({ tab })
  document.getElementById('panel')?.focus({ preventScroll: true })
}

const People = loadLater(async () => (await import('../staff/People.tsx')).People)
const Log = loadLater(async () => (await import('../staff/Log.tsx')).Log)
/** Opened from the foot: few people need them, and rarely. */
export const views: Readonly<Record<string, { label: string; View: ComponentType }>> = {
  staff: { label: 'People', View: People },
  log: { label: 'Log', View: Log },
}

export function Foot() {
  const { tab } = useRoute()
  const [open, setOpen] = useState<'keys' | { drafts: number }>()
  const close = () => setOpen(undefined)
  const keys = { '?': () => setOpen((now) => now ?? 'keys') }
  useKeys(keys)
  // Above an open record, too.
  useKeys(keys, 1)
  return (
    <footer className="measure row admin-footer">
      <Quiet onPress={() => setOpen('keys')}>Keyboard shortcuts</Quiet>
      <Quiet onPress={async () => setOpen({ drafts: await countDrafts() })}>
        Sign out everywhere
      </Quiet>
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
      {typeof open === 'object' && <SignOutEverywhere {...open} onClose={close} />}
    </footer>
  )
}
