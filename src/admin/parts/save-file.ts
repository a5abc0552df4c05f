const KEPT_MS = 60_000

/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser may still be about to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
