import { type ComponentType, type KeyboardEvent, useState } from 'react'
import { $isOnline, useCall } from '../api/use-request.ts'
import { Button, Quiet } from '../parts/Controls.tsx'
import { Alert } from '../parts/Notice.tsx'
import { loadLater } from '../parts/Request.tsx'
import { useInSight } from '../parts/use-in-sight.ts'
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

type TabsProps = {
  tabs: readonly { name: string; label: string; news: number }[]
  current: string
  onPick: (name: string) => void
}

/** Tab reaches one of the labels, the arrow keys the others. */
export function Tabs({ tabs, current, onPick }: TabsProps) {
  const at = tabs.findIndex(({ name }) => name === current)
  const ruler = useInSight<HTMLDivElement>(current, '[aria-selected=true]')

  function move(event: KeyboardEvent<HTMLElement>) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onPick(next.name)
    document.getElementById(`tab-${next.name}`)?.focus()
  }
  return (
    <div ref={ruler} className="tabs" role="tablist" aria-label="Sections" onKeyDown={move}>
      {tabs.map(({ name, label, news }, i) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === current}
          aria-controls="panel"
          // In a view that has no tab, the first one takes the focus.
          tabIndex={i === Math.max(at, 0) ? 0 : -1}
          onClick={() => onPick(name)}
        >
          {label}{' '}
          {news > 0 && (
            <sup>
              {news.toLocaleString()}
              <span className="visually-hidden"> new</span>
            </sup>
          )}
        </button>
      ))}
    </div>
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
  const keys = { '?': () => setOpen(open ?? 'keys') }
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
