import type { InboxRecord } from '#api/admin-contract.ts'
import { Notice } from '../parts/Notice.tsx'

export const Signals = ({ record: { signals = [] } }: { record: InboxRecord }) => (
  <Notice
    kind="warning"
    words="Held: it counts in no total until it is released."
    items={signals.map((signal) => words[signal]?.[1] ?? signal)}
  />
)

/** The words for each signal: a few for the table, a sentence for the record. */
const words: Readonly<Record<string, readonly [short: string, sentence: string]>> = {
  honeypot: [
    'trap field filled',
    'A field that people cannot see was filled in, as machines do, and sometimes a browser’s autofill.',
  ],
  'quick fill': [
    'filled too fast',
    'It was sent less than two seconds after the form was first touched.',
  ],
  flood: [
    'many from one address',
    'Many submissions came from the same network address within ten minutes.',
  ],
  'low score': ['low score', 'The bot check thinks a machine sent it.'],
  'bot check unavailable': [
    'not checked',
    'The bot check did not answer, so nobody knows whether a person sent it.',
  ],
  'no bot check': ['no bot check', 'The browser ran no script, so there was no bot check.'],
  'file not kept': [
    'no resume kept',
    'The day’s room for files was used up, so the resume was not kept. The sender was asked to mail it.',
  ],
  'by hand': ['marked as spam by hand', 'Somebody at the studio marked it as spam.'],
  'other bot check': [
    'older bot check',
    'It passed the bot check that was set before; the page had been open since then.',
  ],
}

/** An unknown signal stands for itself. */
export const shortSignal = (signal: string) => words[signal]?.[0] ?? signal
