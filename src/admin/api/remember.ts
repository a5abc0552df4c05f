type Store = 'localStorage' | 'sessionStorage'

/** What the browser keeps under this key. Its storage may be forbidden; then it keeps nothing. */
export function recall(key: string, store: Store = 'localStorage'): string | undefined {
  try {
    return window[store].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: string, text?: string, store: Store = 'localStorage') {
  try {
    if (text) window[store].setItem(key, text)
    else window[store].removeItem(key)
  } catch {
    // Then it lasts as long as the page.
  }
}
