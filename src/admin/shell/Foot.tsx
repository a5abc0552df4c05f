import { useState } from 'react'
import { Quiet } from '../parts/Button.tsx'
import { loadLater } from '../parts/load-later.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { goTo } from '../route/route.ts'

const dialogs = () => import('./FootDialogs.tsx')
const KeysDialog = loadLater(async () => (await dialogs()).KeysDialog)
const SignOutEverywhere = loadLater(async () => (await dialogs()).SignOutEverywhere)

export function Foot() {
  const [open, setOpen] = useState<'keys' | 'sign out'>()
  const close = () => setOpen(undefined)
  useKeys({ '?': () => setOpen('keys') })
  return (
    <footer className="measure admin-footer">
      <Quiet onPress={() => setOpen('keys')}>Keyboard shortcuts</Quiet>
      <Quiet onPress={() => setOpen('sign out')}>Sign out everywhere</Quiet>
      <Quiet onPress={() => goTo({ tab: 'staff' })}>People</Quiet>
      <Quiet onPress={() => goTo({ tab: 'log' })}>Log</Quiet>
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'sign out' && <SignOutEverywhere onClose={close} />}
    </footer>
  )
}
