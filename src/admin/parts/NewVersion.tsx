import { $isNewVersion, reload } from '../api/new-version.ts'
import { useStore } from './use-store.ts'

/** Says that the site has changed since this page was opened. */
export function NewVersion() {
  const isNew = useStore($isNewVersion)
  if (!isNew) return null
  return (
    <div className="updated" role="status">
      A new version is here{' '}
      <button type="button" className="button small" onClick={reload}>
        Reload
      </button>
    </div>
  )
}
