import { useState, type ComponentProps } from 'react'
import { Button } from './Controls.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'onPress'> & { text: string; what: string }

/** Copies a text; resolves to `done`, or to what to do instead. `what` names the text. */
export async function copied(text: string, what: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    return `The browser did not allow it. Select the ${what} and copy it.`
  }
}

/** Says beside it what became of it. */
export function CopyButton({ text, what, ...props }: Props) {
  const [said, setSaid] = useState('')
  return (
    <>
      <Button onPress={async () => setSaid(await copied(text, what, 'Copied.'))} {...props} />
      <span className="soft" role="status">
        {said}
      </span>
    </>
  )
}
