import type { InboxRecord } from '#api/admin-contract.ts'
import { referenceOf } from '#api/record-id.ts'
import type { Form } from '#forms/form.ts'
import { personName, previewOf } from '../api/inbox-record.ts'
import { local } from '../parts/display.tsx'

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
