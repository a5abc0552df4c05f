import { listRecords } from '../api/admin-api.ts'
import { useRequest } from '../api/use-request.ts'
import type { Agenda } from './use-agenda.ts'

/** Those who came last are due last: more than these no day has. */
const MOST = 200

/** How many replies are due until midnight, by form; only where any are waiting and not overdue. */
export function useDueToday(agendas: readonly Agenda[]): ReadonlyMap<string, number> {
  const open = agendas.filter(({ counts }) => counts.waiting > counts.overdue)
  const key = JSON.stringify(open.map(({ form, counts }) => [form.name, counts]))
  const { result } = useRequest(key, async () => {
    const midnight = new Date().setHours(24, 0, 0, 0)
    const due = open.map(async ({ form }) => {
      const { items } = await listRecords({ form }, { status: 'waiting', limit: MOST })
      const times = items.map(({ state }) => Date.parse(state?.dueAt ?? ''))
      return [
        form.name,
        times.filter((time) => time >= Date.now() && time <= midnight).length,
      ] as const
    })
    return new Map(await Promise.all(due))
  })
  return result ?? NONE
}

const NONE: ReadonlyMap<string, number> = new Map()
