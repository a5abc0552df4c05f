import { expect, test } from 'vitest'
import type { Received } from '../../api/notifications/stand-in-mailbox.ts'
import { Ledger } from './ledger.ts'
import { judgeMails } from './mails.ts'
import { newVisit } from './visit.ts'

/** A mail with all that is read of it: the record's id, its sender, and the moment. */
const mail = (id: string, email: string, minutes = 0) =>
  ({
    messageId: `<${id}@studio.test>`,
    replyTo: { value: [{ address: email }] },
    date: new Date(minutes * 60_000),
  }) as unknown as Received

const visit = { ...(await newVisit()), isHeld: false }
const held = { ...(await newVisit()), isHeld: true }
const ledger = new Ledger()
ledger.visits.push(visit, held)
ledger.noteSent(visit, ledger.tick(), { status: 201, body: { id: 'shown' } })
ledger.noteSent(held, ledger.tick(), { status: 201, body: { id: 'held' } })

test.each([
  ['a record', [mail('shown', visit.email)], [], 0],
  ['a record without an answer', [mail('lost', visit.email)], [], 0],
  ['one that nobody sent', [mail('x', 'nobody@example.com')], [], 1],
  ['one with another’s sender', [mail('shown', held.email)], [], 1],
  ['a held one', [mail('held', held.email)], [], 1],
  ['a lease later again', [mail('shown', visit.email), mail('shown', visit.email, 2)], [], 0],
  ['sooner again', [mail('shown', visit.email), mail('shown', visit.email, 1)], ['shown'], 0],
])('the studio is told of %s', (_, mails, twice, invented) => {
  const verdict = judgeMails(mails, ledger)
  expect(verdict.twice.map((story) => story.split(':')[0])).toEqual(twice)
  expect(verdict.invented).toHaveLength(invented)
})
