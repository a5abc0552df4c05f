import { atom, onMount } from 'nanostores'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { useStore } from '../parts/use-store.ts'
import { fileAddress, fileField } from './StoredFile.tsx'

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

/** So wide that the fields have room beside a page; record.css says the same. */
const WIDE = '(min-width: 75rem)'

/**
 * Whether a PDF has a place beside the fields, in a browser that shows PDFs. One that does not would
 * save the file unasked, and so would the server's answer where a browser does not say that it asks
 * for a frame, as over plain http.
 */
export const $canPreview = atom(false)

onMount($canPreview, () => {
  if (!navigator.pdfViewerEnabled || !isSecureContext) return
  const wide = matchMedia(WIDE)
  const look = () => $canPreview.set(wide.matches)
  look()
  wide.addEventListener('change', look)
  return () => wide.removeEventListener('change', look)
})

/**
 * Keys that are pressed in a frame are the frame's. Whoever has pressed into it and moves the pointer
 * out again is back: only then does the page hear the pointer.
 */
function useBackFromFrame(onBack: () => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const look = useEffectEvent(() => {
    if (frame.current && document.activeElement === frame.current) onBack()
  })
  useEffect(() => {
    const listener = () => look()
    addEventListener('pointermove', listener, { passive: true })
    return () => removeEventListener('pointermove', listener)
  }, [])
  return frame
}
