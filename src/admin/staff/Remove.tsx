import { callAdmin } from '../api/call-admin.ts'
import { wasRefused } from '../api/refused.ts'
import type { FailedWords } from '../api/use-request.ts'
import { Ask } from '../parts/Dialog.tsx'

type Props = Record<'name' | 'what' | 'path', string> & {
  failed: FailedWords
  onClose: (isGone: boolean) => void
  /** It may be removed all the same. */
  onUnclear: () => void
}

/** Removes a person, or a key, after a question. */
export const Remove = ({ name, what, failed, path, onClose, onUnclear }: Props) => (
  <Ask
    heading={`Remove ${name}?`}
    what={what}
    keep="Keep"
    onClose={() => onClose(false)}
    act={{
      name: `Remove ${name}`,
      doing: 'Removing…',
      failed,
      call: () =>
        callAdmin(path, 'DELETE').then(
          () => onClose(true),
          (error: unknown) => {
            if (!wasRefused(error)) onUnclear()
            throw error
          },
        ),
    }}
  />
)
