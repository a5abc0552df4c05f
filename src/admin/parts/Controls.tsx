import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick'> & {
  /** The classes of its style. */
  look?: string
  /** It shows its work, and cannot be pressed again until that is done. */
  isBusy?: boolean
  /** Without it, or busy, the button only says that it is disabled: a disabled one loses the focus. */
  onPress: (() => unknown) | undefined
}

export const Button = ({ look = 'button small', isBusy = false, onPress, ...props }: Props) => (
  <button
    type="button"
    className={look}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || !onPress || undefined}
    onClick={isBusy ? undefined : () => void onPress?.()}
    {...props}
  />
)

/** It looks like a word of the line that it stands in. */
export const Quiet = (props: Props) => <Button look="quiet" {...props} />

type LinkProps = Omit<ComponentProps<'a'>, 'onClick'> & { onFollow: () => void }

/** A link that is followed within the page, unless the user opens it in another tab or window. */
export const Link = ({ onFollow, ...props }: LinkProps) => (
  <a
    {...props}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onFollow()
    }}
  />
)

export function Field({ label, ...props }: ComponentProps<'input'> & { label: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input className="input" id={id} {...props} />
    </div>
  )
}
