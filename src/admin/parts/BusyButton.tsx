import type { ReactNode } from 'react'

type Props = {
  kind?: 'small' | 'danger'
  isBusy: boolean
  onPress: () => Promise<unknown>
  children: ReactNode
}

/** A button that shows its work and cannot be pressed again until it is done. */
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
