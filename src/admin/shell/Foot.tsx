import { useState } from 'react'
import { loadLater } from '../parts/load-later.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { goTo } from '../route/route.ts'

const dialogs = () => import('./FootDialogs.tsx')
const FAILED = <p className="failed">This could not load. Reload the page.</p>
const KeysDialog = loadLater(async () => (await dialogs()).KeysDialog, FAILED)
const SignOutEverywhere = loadLater(async () => (await dialogs()).SignOutEverywhere, FAILED)

export function Foot() {
  const [open, setOpen] = useState<'keys' | 'sign out'>()
  const close = () => setOpen(undefined)
  useKeys({ '?': () => setOpen('keys') })
  return (
    <footer className="measure admin-footer">
      <button type="button" className="quiet" onClick={() => setOpen('keys')}>
        Keyboard shortcuts
      </button>
      <button type="button" className="quiet" onClick={() => setOpen('sign out')}>
        Sign out everywhere
      </button>
      <button type="button" className="quiet" onClick={() => goTo({ tab: 'staff' })}>
        People
      </button>
      <button type="button" className="quiet" onClick={() => goTo({ tab: 'log' })}>
        Log
      </button>
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'sign out' && <SignOutEverywhere onClose={close} />}
    </footer>
  )
}
