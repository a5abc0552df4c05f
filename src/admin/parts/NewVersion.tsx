import { $isNewVersion, reload } from '../api/new-version.ts'
import { Button } from './Button.tsx'
import { useStore } from './use-store.ts'

/** Says that the site has changed since this page was opened. */
export function NewVersion() {
  const isNew = useStore($isNewVersion)
  if (!isNew) return null
  return (
    <div className="updated" role="status">
      A new version is here <Button onPress={reload}>Reload</Button>
    </div>
  )
}
