import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'a'>, 'onClick'> & { onFollow: () => void }

/** A link that is followed within the page, unless the user opens it in another tab or window. */
export const Link = ({ onFollow, ...props }: Props) => (
  <a
    {...props}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onFollow()
    }}
  />
)
