import { readFile } from 'node:fs/promises'
import { CORE_SCHEMA, load } from 'js-yaml'
import type { Form } from '#forms/form.ts'
import { dueInWords } from '#promises/due-in-words.ts'
import { readStudio, replyDueOf, siteUrl } from '#server/content/studio.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { readOnce } from '#server/storage/remembered.ts'
import { fillIn } from '#text/fill-in.ts'
import type { Notice } from '../notice.ts'
import type { Mail } from './send-mail.ts'

/** Whether a mail confirms a submission of this form to its sender. */
export async function sendsReceipts({ name }: Pick<Form, 'name'>): Promise<boolean> {
  const words = (await readOnce(`content/forms/${name}.yaml`, read)) as { receipts?: boolean }
  return words.receipts === true
}

/** content/forms/receipt.yaml; src/schemas/words/forms.ts explains each key. */
type Words = { what: Readonly<Record<string, string>> } & Readonly<
  Record<'subject' | 'received' | 'reference' | 'due' | 'dueDay' | 'erase' | 'policy', string>
>

/**
 * Confirms a submission to its sender. Anybody can type anybody's address, so it holds no word that
 * was typed, and no link but the privacy policy's.
 */
export async function receiptMail({ form, id, reference }: Notice, to: string): Promise<Mail> {
  const [words, studio] = await Promise.all([
    readOnce('content/forms/receipt.yaml', read) as Promise<Words>,
    readStudio(),
  ])
  const link = `${await siteUrl()}/privacy-policy`
  const what = fillIn(words.what[form.name] ?? '', studio)
  const filled = (text: string) => fillIn(text, { ...studio, this: { reference, link, what } })
  const due = await replyDueOf(form, createdAtOf(id))
  // These wait for a moment.
  const dueWords = { due: fillIn(words.due, studio), dueDay: fillIn(words.dueDay, studio) }
  const lines = [
    filled(words.received),
    ...(due ? [dueInWords(due, dueWords)] : []),
    filled(words.reference),
    '',
    filled(words.erase),
    '',
    filled(words.policy),
  ]
  return {
    id: `receipt-${id}`,
    subject: filled(words.subject),
    text: `${lines.join('\n')}\n`,
    receiptTo: to,
  }
}

/** The build has checked the files. A studio without apps has no waitlist. */
const read = async (file: string): Promise<unknown> => {
  try {
    return load(await readFile(file, 'utf8'), { schema: CORE_SCHEMA })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return {}
  }
}
