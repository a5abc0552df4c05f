import { useState, type ComponentProps } from 'react'
import { Button } from './Controls.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onPress'> & { text: string; what: string }

/** Copies a text, and says beside it that it did, or what to do instead. `what` names the text. */
export function CopyButton({ text, what, ...props }: Props) {
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      setSaid(`The browser did not allow it. Select the ${what} and copy it.`)
    }
  }

  return (
    <>
      <Button onPress={copy} {...props} />
      <span className="soft" role="status">
        {said}
      </span>
    </>
  )
}
