import { atom } from 'nanostores'
import { ApiError } from '../../api/call.ts'
import { refusalIn } from './failure.ts'

/** A request waits for a new sign-in; true lets it go on. */
export const $asksAgain = atom<((isSignedIn: boolean) => void) | undefined>()

/** Whether the server wants a younger sign-in than the session's. */
export const wantsAgain = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && refusalIn(error).again === true

/** Asks the person to sign in again. The shell shows the question. */
export function signInAgain(): Promise<boolean> {
  // Of two requests that wait, the later one asks for both.
  const before = $asksAgain.get()
  return new Promise((resolve) => {
    $asksAgain.set((isSignedIn) => {
      $asksAgain.set(undefined)
      before?.(isSignedIn)
      resolve(isSignedIn)
    })
  })
}
