import { useState, type ComponentProps } from 'react'
import { Button } from './Controls.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onPress'> & { text: string; failed: string }

/** Copies a text, and says beside it that it did, or what to do instead. */
export function CopyButton({ text, failed, ...props }: Props) {
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      setSaid(failed)
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
