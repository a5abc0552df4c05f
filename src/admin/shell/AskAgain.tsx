import { useId } from 'react'
import { $asksAgain } from '../api/ask.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { useStore } from '../parts/use-store.ts'
import { Login } from '../session/Login.tsx'

/** Asks for a sign-in before something that gives away or takes away a lot; then it goes on. */
export function AskAgain() {
  const id = useId()
  const answer = useStore($asksAgain)
  return (
    answer && (
      <Dialog labelledBy={id} className="confirm" onClose={() => answer(false)}>
        <div className="dialog-body">
          <h2 id={id} className="h3">
            Sign in again
          </h2>
          <p className="soft">
            This needs a sign-in of the last ten minutes. Then it goes on where it was.
          </p>
          <Login hasFocus onSignedIn={() => answer(true)} />
          <div className="row">
            <Button onPress={() => answer(false)}>Cancel</Button>
          </div>
        </div>
      </Dialog>
    )
  )
}
