import type { DigestFigures, Figures } from './digest-figures.ts'
import { adminUrl } from '../notice.ts'
import { wrapped } from '../mail/plain-mail.ts'
import type { Mail } from '../mail/send-mail.ts'

const KINDS = [
  ['new', 'New since yesterday'],
  ['dueToday', 'Reply due today'],
  ['overdue', 'Reply overdue'],
  ['held', 'Held, to be looked at'],
] as const

/** The mail of a day ("2026-11-24"); null where there is nothing to say. */
export async function digestMail(day: string, figures: DigestFigures): Promise<Mail | null> {
  const { forms, failed } = figures
  const blocks = KINDS.flatMap(([kind, words]) => blockOf(words, kind, forms))
  const failures =
    failed > 0 ? [`Notifications that failed: ${failed}. The overview says why.`, ''] : []
  if (blocks.length + failures.length === 0) return null
  const sum = (kind: (typeof KINDS)[number][0]) => forms.reduce((all, one) => all + one[kind], 0)
  const text = [...blocks, ...failures, await adminUrl()].join('\n')
  return {
    id: `digest-${day}`,
    subject: `Digest: ${sum('new')} new, ${sum('dueToday')} due today, ${sum('overdue')} overdue`,
    text: `${wrapped(text)}\n`,
  }
}

function blockOf(
  words: string,
  kind: (typeof KINDS)[number][0],
  forms: readonly Figures[],
): string[] {
  const some = forms.filter((one) => one[kind] > 0)
  if (some.length === 0) return []
  const lines = some.map((one) => {
    const { form } = one
    return `  ${one[kind]} ${one[kind] === 1 ? form.noun : form.plural}`
  })
  return [`${words}:`, ...lines, '']
}
