import type { ReactNode } from 'react'

type Props = {
  kind?: 'small' | 'danger'
  isBusy: boolean
  onPress: () => Promise<void>
  children: ReactNode
}

/** A button whose work takes a while: until it is done it can't be pressed again, and shows so. */
export function BusyButton({ kind = 'small', isBusy, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={`button ${kind}`}
      disabled={isBusy}
      aria-busy={isBusy || undefined}
      onClick={() => void onPress()}
    >
      {children}
    </button>
  )
}
