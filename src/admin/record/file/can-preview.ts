import { atom, onMount } from 'nanostores'

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
