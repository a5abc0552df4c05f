import { useState, type ReactNode } from 'react'
import { fetchFile } from '../api/export.ts'
import { opensElsewhere } from './link-click.ts'

type Props = { href: string; name: string; children: ReactNode }

/**
 * A link to a file behind the sign-in. The file is fetched here first: the browser itself would
 * show an error page without a network, and a refusal with a stale session.
 */
export function Download({ href, name, children }: Props) {
  const [step, setStep] = useState<'ready' | 'loading' | 'failed'>('ready')

  async function save() {
    setStep('loading')
    try {
      const response = await fetchFile(href)
      saveFile(await response.blob(), name)
      setStep('ready')
    } catch {
      setStep('failed')
    }
  }

  return (
    <>
      <a
        href={href}
        download
        aria-busy={step === 'loading' || undefined}
        onClick={(event) => {
          if (opensElsewhere(event)) return
          event.preventDefault()
          if (step !== 'loading') void save()
        }}
      >
        {children}
      </a>
      {step === 'failed' && (
        <span className="failed" role="alert">
          Download failed. Check your connection, or sign in again, then try again.
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
