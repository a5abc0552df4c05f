import type { ReceiptStatus } from '#api/admin-contract.ts'
import { MOST_TRIES, type Delivery, type RecordRef } from './outbox/notification.ts'
import { wantedFor } from './outbox/receipt.ts'
import { notifySettings } from './settings.ts'

type Circumstances = { isPending: boolean; isHeld: boolean }

/** When a record's sender got a receipt, or why not, in words for the studio. */
export async function receiptStatus(
  ref: RecordRef,
  { deliveredAt, failedAt, tries, why }: Partial<Delivery> = {},
  { isPending, isHeld }: Circumstances,
): Promise<ReceiptStatus> {
  if (deliveredAt !== undefined) return { sentAt: deliveredAt }
  if (failedAt !== undefined) {
    const end = tries === MOST_TRIES ? 'No receipt after tries for three days.' : 'No receipt.'
    return { why: `${end} ${why}` }
  }
  const settings = notifySettings()
  if (!settings.wanted.includes('mail')) return { why: 'No receipt: mail is not set.' }
  if (!(await wantedFor(ref, settings)).includes('receipt')) {
    return { why: 'No receipt: this form sends none.' }
  }
  if (isHeld) return { why: 'No receipt yet: it goes after a release.' }
  if (!isPending) return { why: 'No receipt.' }
  return { why: ['Receipt not sent yet.', ...(why === undefined ? [] : [why])].join(' ') }
}
