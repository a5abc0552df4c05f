import type { Form } from '#forms/form.ts'
import { personFields, shortLabel, textFields } from '#forms/roles.ts'
import { storedKeys } from '#forms/submission.ts'
import { plainText } from '#server/collections/plain-text.ts'
import type { Notice } from '../notice.ts'
import { dueWords } from './due-words.ts'
import type { Mail } from './send-mail.ts'

/** How much of the long answer is told. */
const LONG_CHARACTERS = 500

/** Words with a dot between each two: RFC 5322's dot-atom, and what RFC 6532 adds. */
const ATOM = String.raw`[^\s()<>[\]:;@\\,"\p{Cc}.]+`
const DOT_ATOM = String.raw`${ATOM}(?:\.${ATOM})*`
/**
 * An address that can stand in a header as it is. A comment, a quoted part or RFC 2047's encoded word
 * ("=?") would be read as something else there.
 */
const PLAIN_ADDRESS = new RegExp(String.raw`^(?!.*=\?)${DOT_ATOM}@${DOT_ATOM}$`, 'u')

/** Scripts that are written from the right. */
const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The mail that tells of one submission. */
export async function recordMail(notice: Notice): Promise<Mail> {
  const { form, id, reference, answers, url, dueAt } = notice
  const [person, texts] = [personFields(form), textFields(form)]
  const others = storedKeys(form).filter((key) => ![...person, ...texts].includes(key))
  const email = plainText(answers['email'])
  const lines = [
    ...[...person, ...others].flatMap((key) => {
      const words = oneLine(answers[key])
      return words === '' ? [] : [`${labelOf(form, key)}: ${words}`]
    }),
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
    ...(PLAIN_ADDRESS.test(email) && { replyTo: email }),
  }
}

/** Who sent it: the name, or else the address. */
export function senderOf({ form, answers }: Pick<Notice, 'form' | 'answers'>): string {
  const name = personFields(form).find((key) => form.fields[key]?.autoComplete === 'name')
  return (name && oneLine(answers[name])) || oneLine(answers['email'])
}

function longLines({ form, answers }: Notice, key = ''): string[] {
  const [field, text] = [form.fields[key], plainText(answers[key])]
  if (!field || text === '') return []
  const next = [...graphemes.segment(text)][LONG_CHARACTERS]
  return ['', `${field.label}:`, '', next ? `${text.slice(0, next.index).trimEnd()}…` : text]
}

/** The facts of a file have no field of their own. */
function labelOf({ fields }: Form, key: string): string {
  if (fields[key]) return shortLabel(fields[key])
  const [, file = '', fact = ''] = /^(.*)(Name|Type|Size)$/.exec(key) ?? []
  return `${fields[file]?.label ?? key} ${fact.toLowerCase()}`.trim()
}

/** Somebody's words within ours: in one line, and those from the right must not turn ours. */
function oneLine(answer: unknown): string {
  // What was stored by rules of another time may hold anything.
  const words = plainText(answer)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return FROM_RIGHT.test(words) ? `\u2068${words}\u2069` : words
}
