import { ask } from '../api/ask.ts'
import { Ask } from '../parts/Dialog.tsx'

type Props = Record<'name' | 'what' | 'failed' | 'path', string> & {
  onClose: (isGone: boolean) => void
}

/** Removes a person, or a key, after a question. */
export const Remove = ({ name, what, failed, path, onClose }: Props) => (
  <Ask
    heading={`Remove ${name}?`}
    what={what}
    keep="Keep"
    onClose={() => onClose(false)}
    act={{
      name: `Remove ${name}`,
      doing: 'Removing…',
      failed,
      call: () => ask(path, 'DELETE').then(() => onClose(true)),
    }}
  />
)
