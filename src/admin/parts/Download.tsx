import { useRef, useState, type ReactNode } from 'react'
import { refresh } from '../api/admin-api.ts'

type Props = { href: string; className?: string; children: ReactNode }

/**
 * A link to a file behind the sign-in. The browser fetches it without us, so a session that has gone
 * stale is refreshed first: else the download would be a refusal.
 */
export function Download({ href, className, children }: Props) {
  const isFresh = useRef(false)
  const [problem, setProblem] = useState('')
  return (
    <>
      <a
        className={className}
        href={href}
        download
        onClick={(event) => {
          if (isFresh.current) {
            isFresh.current = false
            return
          }
          event.preventDefault()
          const link = event.currentTarget
          setProblem('')
          refresh().then(
            () => {
              isFresh.current = true
              link.click()
            },
            () =>
              setProblem(
                'Download failed. Check your connection, or sign in again, and repeat it.',
              ),
          )
        }}
      >
        {children}
      </a>
      {problem && (
        <span className="failed" role="alert">
          {problem}
        </span>
      )}
    </>
  )
}
