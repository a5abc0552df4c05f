import { atom } from 'nanostores'

/** What was typed into a note and is not saved, and the version of the note that it was typed over. */
type NoteDraft = { text: string; version: number }

/**
 * By the record's id. They outlive the open record: whoever comes back to it, even after signing in
 * again, finds what they wrote.
 */
export const $noteDrafts = atom<Readonly<Record<string, NoteDraft>>>({})

/** Keeps what was typed. */
export const keepDraft = (id: string, draft: NoteDraft) =>
  $noteDrafts.set({ ...$noteDrafts.get(), [id]: draft })

/** The draft is saved, or not wanted any more. */
export function dropDraft(id: string) {
  const { [id]: dropped, ...others } = $noteDrafts.get()
  if (dropped) $noteDrafts.set(others)
}
