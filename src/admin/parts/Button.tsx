import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick'> & {
  /** The classes of its style. */
  look?: string
  /** It shows its work, and cannot be pressed again until that is done. */
  isBusy?: boolean
  onPress: (() => unknown) | undefined
}

export const Button = ({ look = 'button small', isBusy = false, onPress, ...props }: Props) => (
  <button
    type="button"
    className={look}
    disabled={isBusy}
    aria-busy={isBusy || undefined}
    onClick={() => void onPress?.()}
    {...props}
  />
)

/** It looks like a word of the line that it stands in. */
export const Quiet = (props: Props) => <Button look="quiet" {...props} />
