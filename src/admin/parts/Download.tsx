import type { ReactNode } from 'react'
import { fetchFile } from '../api/export.ts'
import { useCall } from '../api/use-request.ts'
import { Link } from './Link.tsx'

const FAILED = 'Download failed. Check your connection, or sign in again, then try again.'

type Props = { href: string; name: string; children: ReactNode }

/**
 * A link to a file behind the sign-in. The file is fetched here first: the browser itself would
 * show an error page without a network, and a refusal with a stale session.
 */
export function Download({ href, name, children }: Props) {
  const { isBusy, failure, run } = useCall(FAILED)

  async function save() {
    const response = await fetchFile(href)
    saveFile(await response.blob(), name)
  }

  return (
    <>
      <Link href={href} download aria-busy={isBusy || undefined} onFollow={() => void run(save)}>
        {children}
      </Link>
      {failure && (
        <span className="failed" role="alert">
          {FAILED}
        </span>
      )}
    </>
  )
}

const KEPT_MS = 60_000

/** Saves a file as a download. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser may still be about to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
