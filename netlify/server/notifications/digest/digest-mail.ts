import type { DigestFigures } from './digest-figures.ts'
import { adminUrl } from '../notice.ts'
import type { Mail } from '../mail/send-mail.ts'

const KINDS = [
  ['new', 'New since yesterday'],
  ['dueToday', 'Reply due today'],
  ['overdue', 'Reply overdue'],
  ['held', 'Held, to be looked at'],
] as const

/** The mail of a day ("2026-11-24"); null if there is nothing to say. */
export async function digestMail(day: string, figures: DigestFigures): Promise<Mail | null> {
  const { forms, failed } = figures
  const blocks = KINDS.flatMap(([kind, words]) => {
    const lines = forms
      .filter((one) => one[kind] > 0)
      .map((one) => `  ${one[kind]} ${one[kind] === 1 ? one.form.noun : one.form.plural}`)
    return lines.length > 0 ? [`${words}:`, ...lines, ''] : []
  })
  const failures =
    failed > 0 ? [`Notifications that failed: ${failed}. The overview says why.`, ''] : []
  if (blocks.length + failures.length === 0) return null
  const sum = (kind: (typeof KINDS)[number][0]) => forms.reduce((all, one) => all + one[kind], 0)
  return {
    id: `digest-${day}`,
    subject: `Digest: ${sum('new')} new, ${sum('dueToday')} due today, ${sum('overdue')} overdue`,
    text: `${[...blocks, ...failures, await adminUrl()].join('\n')}\n`,
  }
}
