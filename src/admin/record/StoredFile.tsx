import { atom, onMount } from 'nanostores'
import { useRef } from 'react'
import type { InboxRecord } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { fetchFile, saveFile } from '../api/files.ts'
import { useCall } from '../api/use-request.ts'
import { Link } from '../parts/Controls.tsx'
import { useWindowEvent } from '../parts/use-keys.ts'
import { usePageClass } from '../parts/use-page-class.ts'
import { useStore } from '../parts/use-store.ts'
import { asPdfName } from '#forms/resume.ts'
import { dateOrText } from '../parts/display.tsx'

/** The address of a record's file: a download, or in a frame the file itself. */
const fileAddress = ({ collection }: Form, id: string): string =>
  `/api/admin/${collection}/${encodeURIComponent(id)}/resume`

const fileField = ({ fields }: Form) =>
  Object.keys(fields).find((name) => fields[name]?.control === 'file')

function fileName(record: InboxRecord, field: string): string | undefined {
  const name = record[`${field}Name`]
  return typeof name === 'string' ? asPdfName(name) : undefined
}

type Props = { form: Form; record: InboxRecord }

export function StoredFile({ name, ...one }: Props & { name: string }) {
  const { record } = one
  const file = fileName(record, name)
  if (!file) return dateOrText(undefined)
  if (record.lacksFile) return `${file}: not kept, the sender was asked to mail it`
  return (
    <>
      {file}{' '}
      <span className="soft tabular">
        {inKilobytes(record[`${name}Size`])}, {dateOrText(record[`${name}Type`])}
      </span>{' '}
      <FileLink key={record.id} {...one} label="Download" />
    </>
  )
}

const inKilobytes = (bytes: unknown) =>
  typeof bytes === 'number' ? `${Math.ceil(bytes / 1024).toLocaleString()}\u00a0KB` : 'unknown size'

const FAILED = 'Download failed. Check your connection, or sign in again, then try again.'

/**
 * The link to a record's file, if it has one: the last of its facts, by its name, and in the file's
 * field. The file is fetched here first: the browser itself would show an error page without a
 * network, and a refusal with a stale session.
 */
export function FileLink({ form, record, label }: Props & { label?: string }) {
  const { isBusy, failure, run } = useCall(FAILED)
  const field = fileField(form)
  const name = field && fileName(record, field)
  if (!name || record.lacksFile) return null
  const href = fileAddress(form, record.id)
  const save = async () => saveFile(await (await fetchFile(href, 'application/pdf')).blob(), name)
  return (
    <span>
      <Link href={href} download aria-busy={isBusy || undefined} onFollow={() => void run(save)}>
        {label ?? name}
      </Link>{' '}
      {failure && (
        <span className="failed" role="alert">
          {FAILED}
        </span>
      )}
    </span>
  )
}

/** For PDF viewers: no thumbnails, and the page as wide as the frame. */
const PAGE_ALONE = '#navpanes=0&view=FitH'

type PreviewProps = {
  form: Form
  /** Undefined until it is read; then the session is fresh, and the file is there. */
  record: InboxRecord | undefined
  onBack: () => void
}

/**
 * The record's PDF beside its fields, if there is room. The answer's policy has the sandbox; with
 * the attribute Chromium would show nothing (docs/decisions/0015-resumes.md).
 */
export function FilePreview({ form, record, onBack }: PreviewProps) {
  const field = fileField(form)
  const canPreview = useStore($canPreview)
  const frame = useRef<HTMLIFrameElement>(null)
  // A frame keeps the keys while it has the focus; the user is back when the page sees the pointer.
  useWindowEvent('pointermove', () => {
    if (frame.current && document.activeElement === frame.current) onBack()
  })
  const isShown = field !== undefined && canPreview
  usePageClass('file-open', isShown)
  if (!isShown) return null
  const name = record?.[`${field}Name`]
  return (
    <div className="file-preview">
      {record && !record.lacksFile && typeof name === 'string' && (
        // A changed address would add a step to the history, so each record has a frame of its own.
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

/** The same as in record.css. */
const WIDE = '(min-width: 75rem)'

/**
 * Whether the window is wide enough and the browser shows PDFs. Otherwise the browser would save
 * the file unasked; over plain http it would do so too, because it does not say that a frame asks.
 */
const $canPreview = atom(false)

onMount($canPreview, () => {
  if (!navigator.pdfViewerEnabled || !isSecureContext) return
  const wide = matchMedia(WIDE)
  const look = () => $canPreview.set(wide.matches)
  look()
  wide.addEventListener('change', look)
  return () => wide.removeEventListener('change', look)
})
