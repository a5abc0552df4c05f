import { useState } from 'react'

/** Puts the sender's address where it can be pasted from. */
export function CopyAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setCopied('Copied.')
    } catch {
      setCopied('The browser did not allow it: mark the address below, and copy it.')
    }
  }

  return (
    <>
      <button type="button" className="button small" onClick={() => void copy()}>
        Copy address
      </button>
      <span className="soft" role="status">
        {copied}
      </span>
    </>
  )
}
