import type { InboxRecord } from '#api/admin-contract.ts'
import { Notice } from '../parts/Notice.tsx'

/** Why a submission is held. */
export const Signals = ({ record: { signals = [] } }: { record: InboxRecord }) => (
  <Notice
    kind="warning"
    words="Held: it counts in no total until it is released."
    items={signals.map(signalInWords)}
  />
)

/** The words for each signal: a few for the table, a sentence for the record. */
const words: Readonly<Record<string, { short: string; sentence: string }>> = {
  honeypot: {
    short: 'trap field filled',
    sentence:
      'A field that people cannot see was filled in, as machines do, and sometimes a browser’s autofill.',
  },
  'quick fill': {
    short: 'filled too fast',
    sentence: 'It was sent less than two seconds after the form was first touched.',
  },
  flood: {
    short: 'many from one address',
    sentence: 'Many submissions came from the same network address within ten minutes.',
  },
  'low score': {
    short: 'low score',
    sentence: 'The bot check thinks a machine sent it.',
  },
  'bot check unavailable': {
    short: 'not checked',
    sentence: 'The bot check did not answer, so nobody knows whether a person sent it.',
  },
  'no bot check': {
    short: 'no bot check',
    sentence: 'The browser ran no script, so there was no bot check.',
  },
  'file not kept': {
    short: 'no resume kept',
    sentence:
      'The day’s room for files was used up, so the resume was not kept. The sender was asked to mail it.',
  },
  'by hand': {
    short: 'marked as spam',
    sentence: 'Somebody at the studio marked it as spam.',
  },
  'other bot check': {
    short: 'older bot check',
    sentence: 'It passed the bot check that was set before; the page had been open since then.',
  },
}

/** An unknown signal stands for itself. */
export const shortSignal = (signal: string) => words[signal]?.short ?? signal

const signalInWords = (signal: string) => words[signal]?.sentence ?? signal
