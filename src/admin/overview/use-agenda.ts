import { forms } from '#forms/index.ts'
import type { Form } from '#forms/form.ts'
import { $counts } from '../api/counts.ts'
import { listPath } from '../api/record-source.ts'
import { useStore } from '../parts/use-store.ts'

/** What there may be to do, and in which order it is said. */
export const KINDS = ['new', 'waiting', 'dueToday', 'overdue', 'held'] as const
export type TaskKind = (typeof KINDS)[number]

/** What waits in one tab; for a waitlist, in all its projects. */
export type Agenda = {
  form: Form
  counts: Record<TaskKind, number>
  /** The project where something is to be done, for the link. */
  projectWith: (kind: TaskKind) => string | undefined
}

/** What is to be done in each tab, as far as the counts are known; undefined before any is. */
export function useAgenda(): Agenda[] | undefined {
  const known = useStore($counts, {})
  const agendas = forms.map((form) => {
    const path = listPath({ form })
    const lists = Object.entries(known).filter(([name]) => name.startsWith(path))
    const sum = (kind: TaskKind) => lists.reduce((all, [, one]) => all + (one[kind] ?? 0), 0)
    return {
      form,
      isKnown: lists.length > 0,
      counts: Object.fromEntries(KINDS.map((kind) => [kind, sum(kind)])) as Agenda['counts'],
      projectWith(kind: TaskKind) {
        const [name = ''] = lists.find(([, one]) => (one[kind] ?? 0) > 0) ?? []
        return name.slice(path.length + 1) || undefined
      },
    }
  })
  return agendas.every(({ isKnown }) => isKnown) ? agendas : undefined
}
