import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { useStore } from '../../parts/use-store.ts'
import { $canPreview } from './can-preview.ts'
import { fileAddress, fileField } from './file-address.ts'
import { useBackFromFrame } from './use-back-from-frame.ts'

/** For the viewers that know it: no thumbnails, which take half of the frame, and the page as wide. */
const PAGE_ALONE = '#navpanes=0&view=FitH'

type Props = {
  form: Form
  /** The record as it was read: then the session is fresh, and the file is there. */
  record: InboxRecord | undefined
  /** Somebody who was in the file is back: keys are the record's again. */
  onBack: () => void
}

/**
 * The record's PDF beside its fields, where there is room. The server's answer seals it off (sandbox
 * in its policy); a frame with the attribute would show nothing in Chromium (docs/decisions/0015-resumes.md).
 */
export function FilePreview({ form, record, onBack }: Props) {
  const field = fileField(form)
  const canPreview = useStore($canPreview, false)
  const frame = useBackFromFrame(onBack)
  if (!field || !canPreview) return null
  const name = record?.[`${field}Name`]
  return (
    <div className="file-preview">
      {record && typeof name === 'string' && (
        // Another record's is another frame: an address that changes would be a step back.
        <iframe
          ref={frame}
          key={record.id}
          src={fileAddress(form, record.id) + PAGE_ALONE}
          title={`Preview of ${name}`}
        />
      )}
    </div>
  )
}
