import { Notifications } from './Notifications.tsx'
import { StoreSelfTest } from './StoreSelfTest.tsx'

/** How the site itself is: its notifications, its daily check and its store. */
export const System = () => (
  <>
    <Notifications />
    <StoreSelfTest />
  </>
)
