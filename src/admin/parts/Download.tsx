import { useState, type ReactNode } from 'react'
import { fetchFile } from '../api/export.ts'
import { opensElsewhere } from './link-click.ts'
import { saveFile } from './save-file.ts'

type Props = { href: string; name: string; children: ReactNode }

/**
 * A link to a file behind the sign-in. It is fetched here and then saved: the browser would follow
 * the link to its own error page where there is no network, and to a refusal where the session is
 * stale.
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
          Download failed. Check your connection, or sign in again, and repeat it.
        </span>
      )}
    </>
  )
}
