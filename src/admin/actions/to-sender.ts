import type { InboxRecord } from '#api/admin-contract.ts'
import { referenceOf } from '#api/record-id.ts'
import type { Form } from '#forms/form.ts'
import { addressOfSender, personName, previewOf } from '../api/inbox-record.ts'
import { copied } from '../parts/CopyButton.tsx'
import { sayBeside } from '../parts/Notice.tsx'
import { local } from '../parts/display.tsx'
import { unlessJustMoved } from '../parts/use-keys.ts'
import type { OpenList } from './open-list.ts'
import { answering, whyNoAnswer } from './record-action.ts'

/** Mail programs and Windows cut off longer addresses. */
const MAX_QUOTED = 1_200

/** Encoding keeps an address from adding a subject or a receiver. */
export const mailTo = (address: string) =>
  `mailto:${encodeURIComponent(address.toWellFormed()).replace('%40', '@')}`

export function replyTo(form: Form, record: InboxRecord, address: string): string {
  const asked = record['subject']
  const about = typeof asked === 'string' ? asked : `your ${form.noun}`
  const subject = `Re: ${about} (${referenceOf(record.id)})`
  const text = previewOf(form, record)
  const quoted = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)} …` : text
  const wrote = `On ${local.format(new Date(record.createdAt))}, ${personName(form, record)} wrote:`
  const body =
    quoted && `\r\n\r\n${wrote}\r\n${quoted.replaceAll(/^/gm, '> ').replaceAll('\n', '\r\n')}`
  const encoded = Object.entries({ subject, body })
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
  return `${mailTo(address)}?${encoded.join('&')}`
}

type Found = { list: OpenList; record: InboxRecord; address: string }

/** The keys that reply to the sender of the record with the focus, and copy the address. */
export function senderKeys(current: () => Omit<Found, 'address'> | undefined) {
  const withAddress = (act: (found: Found) => unknown) => () => {
    const found = current()
    const address = found && addressOfSender(found.list.source.form, found.record)
    if (address) void act({ ...found, address })
  }
  return {
    c: withAddress(async ({ address }) =>
      sayBeside(await copied(address, 'address', `Copied ${address}`)),
    ),
    r: withAddress(reply),
    R: unlessJustMoved(
      withAddress((found) => {
        reply(found)
        const { list, record } = found
        // A held record has no state.
        const { state } = record
        const isOwed = state?.answeredAt === null && !whyNoAnswer(list.source.form, false)
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
