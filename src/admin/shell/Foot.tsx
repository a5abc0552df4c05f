import { useState } from 'react'
import { KeysDialog } from './KeysDialog.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

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
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'sign out' && <SignOutEverywhere onClose={close} />}
    </footer>
  )
}
