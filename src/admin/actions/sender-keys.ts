import type { InboxRecord } from '#api/admin-contract.ts'
import { addressOfSender } from '../api/inbox-record.ts'
import { sayBeside } from '../parts/Notice.tsx'
import { unlessJustMoved } from '../parts/use-keys.ts'
import { replyTo } from './mail.ts'
import type { OpenList } from './open-list.ts'
import { answering } from './record-action.ts'

type Found = { list: OpenList; record: InboxRecord; address: string }

/** The keys that reply to the sender of the record with the focus, and copy the address. */
export function senderKeys(current: () => Omit<Found, 'address'> | undefined) {
  const withAddress = (act: (found: Found) => unknown) => () => {
    const found = current()
    const address = found && addressOfSender(found.list.source.form, found.record)
    if (address) void act({ ...found, address })
  }
  return {
    c: withAddress(copy),
    r: withAddress(reply),
    R: unlessJustMoved(
      withAddress((found) => {
        reply(found)
        const { list, record } = found
        // A held record has no state.
        const isOwed = list.source.form.replyPromise && record.state?.answeredAt === null
        if (isOwed) void list.act(answering([record]), [record])
      }),
    ),
  }
}

function reply({ list, record, address }: Found) {
  const link = document.createElement('a')
  link.href = replyTo(list.source.form, record, address)
  link.click()
}

async function copy({ address }: Found) {
  try {
    await navigator.clipboard.writeText(address)
    sayBeside(`Copied ${address}`)
  } catch {
    sayBeside('The browser did not allow it. Select the address and copy it.')
  }
}
