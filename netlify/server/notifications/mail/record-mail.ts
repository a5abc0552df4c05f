import { plainText, shortLabel } from '#forms/in-words.ts'
import { emailFields, nameField, personFields, textFields } from '#forms/roles.ts'
import { storedKeys } from '#forms/submission.ts'
import { endedDay, momentInWords } from '#promises/moment-in-words.ts'
import { adminUrl, readStudio } from '#server/content/studio.ts'
import type { Notice } from '../notice.ts'
import type { Mail } from './send-mail.ts'

export const MOST_NAMED = 50
const LONG_CHARACTERS = 500
const NOT_KEPT = 'The resume was not kept: the sender was asked to mail it.'

/** Words with a dot between each two: RFC 5322's dot-atom, and what RFC 6532 adds. */
const ATOM = String.raw`[^\s()<>[\]:;@\\,"\p{Cc}.]+`
const DOT_ATOM = String.raw`${ATOM}(?:\.${ATOM})*`
/** An address that a header may hold as it is: no comment, quoted part or encoded word (RFC 2047). */
const PLAIN_ADDRESS = new RegExp(String.raw`^(?!.*=\?.*\?=)${DOT_ATOM}@${DOT_ATOM}$`, 'u')

const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Older records may hold such characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export async function recordMail(notice: Notice): Promise<Mail> {
  const { form, id, reference, answers, url, dueAt, lacksFile } = notice
  const [person, texts] = [personFields(form), textFields(form)]
  const others = storedKeys(form).filter((key) => ![...person, ...texts].includes(key))
  const email = addressIn(notice)
  const lines = [
    ...[...person, ...others].flatMap((key) => {
      const words = oneLine(answers[key])
      return words === '' ? [] : [`${shortLabel(form, key)}: ${words}`]
    }),
    ...(lacksFile ? [NOT_KEPT] : []),
    ...longLines(notice, texts[0]),
    '',
    ...(dueAt ? [`Reply due ${await dueWords(dueAt)}`] : []),
    `Reference ${reference}`,
    url,
  ]
  return {
    id,
    subject: `New ${form.noun} from ${senderOf(notice)}`,
    text: `${lines.join('\n').trim()}\n`,
    ...(email !== undefined && { replyTo: email }),
  }
}

/** The sender's address, unless a header can't hold it as it is. */
export function addressIn({ form, answers }: Notice): string | undefined {
  const email = plainText(answers[emailFields(form)[0] ?? ''])
  return PLAIN_ADDRESS.test(email) ? email : undefined
}

export async function listMail(id: string, named: readonly Notice[], count: number): Promise<Mail> {
  const { timeZone } = await readStudio()
  const lines = named.flatMap((notice) => {
    const moment = Date.parse(notice.createdAt)
    return [
      `${momentInWords(moment, timeZone)}: ${notice.form.noun} from ${senderOf(notice)}`,
      notice.url,
      '',
    ]
  })
  const others = count - named.length
  const text = [
    `${count} more submissions came in, too many for a mail each.`,
    '',
    ...lines,
    ...(others > 0 ? [`… and ${others} more:`, await adminUrl()] : []),
  ]
  return { id, subject: `${count} new submissions`, text: `${text.join('\n').trim()}\n` }
}

/** For a subject, too: a mail program must not read it as an encoded word (RFC 2047). */
function senderOf({ form, answers }: Pick<Notice, 'form' | 'answers'>): string {
  const [name = '', email = ''] = [nameField(form), emailFields(form)[0]]
  return (oneLine(answers[name]) || oneLine(answers[email])).replaceAll('=?', '= ?')
}

function longLines({ form, answers }: Notice, key = ''): string[] {
  const [field, text] = [form.fields[key], plainText(answers[key])]
  if (!field || text === '') return []
  const next = [...graphemes.segment(text)][LONG_CHARACTERS]
  return ['', `${field.label}:`, '', next ? `${text.slice(0, next.index).trimEnd()}…` : text]
}

/** An answer in one line; right-to-left text must not reorder ours. */
function oneLine(answer: unknown): string {
  const words = plainText(answer).replaceAll(BREAKS, ' ').trim()
  return FROM_RIGHT.test(words) ? `\u2068${words}\u2069` : words
}

/** "by the end of Tue 24 Nov (India Standard Time)", or "by Tue 24 Nov, 14:05 (…)" */
async function dueWords(due: string): Promise<string> {
  const { timeZone } = await readStudio()
  const moment = Date.parse(due)
  const day = endedDay(moment, timeZone)
  const words = day === undefined ? `by ${momentInWords(moment, timeZone)}` : `by the end of ${day}`
  return `${words} (${zoneOf(moment, timeZone)})`
}

const zoneOf = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'long' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
