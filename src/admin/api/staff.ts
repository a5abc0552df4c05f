import type { InviteAnswer, LogAnswer, StaffAnswer } from '#api/admin-contract.ts'
import { ask } from './ask.ts'

export const listStaff = (): Promise<StaffAnswer> => ask('staff', 'GET')

/** The answer has the link, which is shown only once. */
export const invite = (name: string, email: string): Promise<InviteAnswer> =>
  ask('staff', 'POST', { body: { name, email } })

export const removePerson = (id: string): Promise<unknown> => ask(`staff/${id}`, 'DELETE')

export const renameKey = (id: string, name: string): Promise<unknown> =>
  ask(`own/key/${id}`, 'PATCH', { body: { name } })

export const removeKey = (id: string): Promise<unknown> => ask(`own/key/${id}`, 'DELETE')

/** The newest acts, or those after a cursor; of one person if an id is given. */
export const readLog = (after: string, person: string): Promise<LogAnswer> =>
  ask(`log?${new URLSearchParams({ cursor: after, ...(person && { person }) })}`, 'GET')
