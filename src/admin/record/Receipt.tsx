import type { ReceiptStatus } from '#api/admin-contract.ts'
import { display } from '../parts/display.tsx'

/** When the sender got a receipt, or why not. */
export const Receipt = ({ status }: { status: ReceiptStatus }) => (
  <p className="soft">
    {'sentAt' in status ? <>Receipt sent {display(status.sentAt)}</> : status.why}
  </p>
)
