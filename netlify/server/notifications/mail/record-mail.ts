import type { Field, Form } from '#forms/form.ts'
import { personFields } from '#forms/person.ts'
import { storedKeys } from '#forms/submission.ts'
import type { Notice } from '../notice.ts'
import { dueWords } from './due-words.ts'
import { isolated, shortened, wrapped } from './plain-mail.ts'
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

/** The mail that tells of one submission. */
export async function recordMail(notice: Notice): Promise<Mail> {
  const { form, id, reference, answers, url } = notice
  const email = textOf(answers['email'])
  const long = Object.keys(form.fields).find((key) => form.fields[key]?.control === 'text')
  const due = notice.dueAt && (await dueWords(notice.dueAt))
  const text = [
    ...[...personFields(form), ...shortKeys(form)].flatMap((key) => lineOf(form, key, answers)),
    ...(long ? longLines(form.fields[long], answers[long]) : []),
    '',
    ...(due ? [`Reply due ${due}`] : []),
    `Reference ${reference}`,
    url,
  ]
  return {
    id,
    subject: `New ${form.noun} from ${senderOf(notice)}`,
    text: `${wrapped(text.join('\n').trim())}\n`,
    ...(PLAIN_ADDRESS.test(email) && { replyTo: email }),
  }
}

/** Who sent it: the name, or else the address. */
export function senderOf({ form, answers }: Pick<Notice, 'form' | 'answers'>): string {
  const names = personFields(form).filter((key) => form.fields[key]?.autoComplete === 'name')
  const name = names.map((key) => textOf(answers[key])).find((one) => one !== '')
  return isolated(oneLine(name ?? textOf(answers['email'])))
}

/** What is asked besides the person and the long answers; what the page knows by itself, too. */
const shortKeys = (form: Form): string[] =>
  storedKeys(form).filter((key) => {
    const control = form.fields[key]?.control
    return control !== 'text' && !personFields(form).includes(key)
  })

function lineOf(form: Form, key: string, answers: Notice['answers']): string[] {
  const words = oneLine(textOf(answers[key]))
  return words === '' ? [] : [`${labelOf(form, key)}: ${isolated(words)}`]
}

/** The facts of a file have no field of their own. */
const labelOf = (form: Form, key: string): string => {
  const field = form.fields[key]
  if (field) return field.column ?? field.label
  const [, file = '', fact = ''] = /^(.*)(Name|Type|Size)$/.exec(key) ?? []
  return `${form.fields[file]?.label ?? key} ${fact.toLowerCase()}`.trim()
}

function longLines(field: Field | undefined, answer: unknown): string[] {
  const words = textOf(answer)
  return words === '' ? [] : ['', `${field?.label ?? ''}:`, '', shortened(words, LONG_CHARACTERS)]
}

const textOf = (answer: unknown): string => {
  if (Array.isArray(answer)) return answer.map(textOf).join(', ')
  return typeof answer === 'string' || typeof answer === 'number' ? String(answer) : ''
}

/** What was stored by rules of another time may hold anything. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
