import { Notifications } from './Notifications.tsx'
import { StoreSelfTest } from './StoreSelfTest.tsx'
import { Weeks } from './Weeks.tsx'

/** How the last weeks were, and how the site itself is: what it told, its daily check, its store. */
export const System = () => (
  <>
    <Weeks />
    <Notifications />
    <StoreSelfTest />
  </>
)
