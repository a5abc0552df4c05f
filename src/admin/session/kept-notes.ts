import { atom } from 'nanostores'

/** Unsaved text, and the version of the note that it is based on. */
type NoteDraft = { text: string; version: number }
type NoteDrafts = Readonly<Record<string, NoteDraft>>

const STORAGE_KEY = 'admin-notes'

function readKept(): NoteDrafts {
  try {
    // Only `keep` below writes there.
    return JSON.parse(String(sessionStorage[STORAGE_KEY] ?? '{}')) as NoteDrafts
  } catch {
    // Storage may be forbidden; then a draft lasts as long as the page.
    return {}
  }
}

/** By the record's id. A draft outlives the open record, a reload, and a new sign-in. */
export const $noteDrafts = atom(readKept())

function keep(drafts: NoteDrafts) {
  $noteDrafts.set(drafts)
  try {
    if (Object.keys(drafts).length > 0) sessionStorage[STORAGE_KEY] = JSON.stringify(drafts)
    else sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // The same.
  }
}

export const keepDraft = (id: string, draft: NoteDraft) =>
  keep({ ...$noteDrafts.get(), [id]: draft })

export function dropDraft(id: string) {
  const { [id]: dropped, ...others } = $noteDrafts.get()
  if (dropped) keep(others)
}

/** After a logout nothing of the studio's stays in the tab. */
export const dropAllDrafts = () => keep({})
