import { readFile } from 'node:fs/promises'
import { load } from 'js-yaml'
import type { Form } from '#forms/form.ts'
import { readOnce } from '#server/storage/remembered.ts'
import { fillIn } from '#text/fill-in.ts'
import { readStudio } from './studio.ts'

/** Whether a mail confirms a submission of this form to its sender. */
export async function sendsReceipts({ name }: Pick<Form, 'name'>): Promise<boolean> {
  const words = (await readOnce(`content/forms/${name}.yaml`, read)) as { receipts?: boolean }
  return words.receipts === true
}

/** content/forms/receipt.yaml; src/schemas/words/forms.ts explains each key. */
type Words = { what: Readonly<Record<string, string>> } & Readonly<
  Record<'subject' | 'received' | 'reference' | 'due' | 'dueDay' | 'erase' | 'policy', string>
>

/** The words of a form's receipt, filled in except for what only the mail knows. */
export async function receiptWords(
  { name }: Pick<Form, 'name'>,
  about: { reference: string; link: string },
) {
  const [words, studio] = await Promise.all([
    readOnce('content/forms/receipt.yaml', read) as Promise<Words>,
    readStudio(),
  ])
  const what = fillIn(words.what[name] ?? '', studio)
  const filled = (text: string) => fillIn(text, { ...studio, this: { ...about, what } })
  const { subject, received, reference, erase, policy, due, dueDay } = words
  return {
    subject: filled(subject),
    received: filled(received),
    reference: filled(reference),
    erase: filled(erase),
    policy: filled(policy),
    // These wait for a moment.
    due: fillIn(due, studio),
    dueDay: fillIn(dueDay, studio),
  }
}

/** The build has checked the files. A studio without apps has no waitlist. */
const read = async (file: string): Promise<unknown> => {
  try {
    return load(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return {}
  }
}
