import { atom } from 'nanostores'
import type {
  CountsAnswer,
  ListAddress,
  ListPage,
  ListSummary,
  Progress,
  ProjectsAnswer,
  StatusCounts,
} from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import type { Status } from '#forms/statuses.ts'
import { callAdmin, callAdminQuietly } from './call-admin.ts'

/** A list as the API has it: its names, its counts, and a page of its records. */

/** Which records a list shows: those of a form, or of one of its projects (by its slug). */
export type RecordSource = { form: Form; project?: string | undefined }

/** The list that the API names; undefined if its form is younger than this page. */
export function sourceOf({ collection, projectSlug }: ListAddress): RecordSource | undefined {
  const form = forms.find((one) => one.collection === collection)
  return form && { form, project: projectSlug }
}

/** The address of a list below /api/admin/, without its query. */
export const listPath = ({ form }: RecordSource): string =>
  form.splitBy ? `${form.collection}/entries` : form.collection

export const projectQuery = ({ form, project }: RecordSource): Record<string, string> =>
  form.splitBy && project ? { [form.splitBy]: project } : {}

export const listName = (source: RecordSource): string =>
  source.project ? `${listPath(source)}/${source.project}` : listPath(source)

type Known = StatusCounts &
  Partial<ListSummary['counts']> & { all?: number; projectName?: string | undefined }

/** The latest counts of each list by its name; every answer of a list brings them. */
export const $counts = atom<Readonly<Record<string, Known>>>({})

/** The name of a list's project; its slug until the name is known. */
export const projectNameOf = (
  source: RecordSource,
  known: ReturnType<typeof $counts.get>,
): string | undefined => known[listName(source)]?.projectName ?? source.project

/** `name` is the project's, as far as it is known. */
export type CountedList = RecordSource & { name: string | undefined; counts: Known }

/** The known lists of a form; a waitlist has one for each project. */
export function listsOf(form: Form, known: ReturnType<typeof $counts.get>): CountedList[] {
  const path = listPath({ form })
  return Object.entries(known)
    .filter(([name]) => name.startsWith(path))
    .map(([list, counts]) => {
      const project = list.slice(path.length + 1) || undefined
      return { form, project, name: counts.projectName ?? project, counts }
    })
}

export function noteCounts(source: RecordSource, counts: Known) {
  const [name, before] = [listName(source), $counts.get()]
  const known = { ...before[name], ...counts }
  if (JSON.stringify(before[name]) === JSON.stringify(known)) return
  $counts.set({ ...before, [name]: known })
}

/** The moment of the last look at all lists; it grows with each. */
export const $lookedAt = atom(0)

/** The lists that the last look could not count: `ended` if none, since the session is over. */
export const $uncounted = atom<'some' | 'all' | 'ended' | undefined>()

/** `newest` is '' in an empty list. */
export type Look = { source: RecordSource; newest: string; indexed: Progress | undefined }

/** Reads the counts and the newest record of every list, or of one. */
export async function lookAtCounts(
  one?: RecordSource,
  { renewsSession = false } = {},
): Promise<Look[]> {
  const asked = one && { collection: one.form.collection, ...projectQuery(one) }
  const query = new URLSearchParams(asked).toString()
  const path = `counts${query && `?${query}`}`
  const { items, uncounted = 0 } = await (renewsSession
    ? callAdmin<CountsAnswer>(path, 'GET')
    : callAdminQuietly<CountsAnswer>(path))
  const isPartial = uncounted > 0 || items.some(({ indexed }) => indexed)
  if (!one) $uncounted.set(isPartial ? 'some' : undefined)
  const looks = items.flatMap((item) => {
    const source = sourceOf(item)
    if (!source) return []
    // A partial count is not shown.
    const { counts, total: all, projectName, newest, indexed } = item
    if (!indexed) noteCounts(source, { ...counts, all, projectName })
    return [{ source, newest: newest ?? '', indexed }]
  })
  // A clock may be set back.
  if (!one) $lookedAt.set(Math.max(Date.now(), $lookedAt.get() + 1))
  return looks
}

export type ListQuery = {
  limit?: number
  isHeld?: boolean | undefined
  /** `next` of the previous page. */
  after?: string | undefined
  search?: string | undefined
  /** A column, with a minus in front for the reverse order. */
  sort?: string | undefined
  status?: Status | undefined
}

/** The query that asks a list, or its file, for these records. The search goes in a body. */
export const queryOf = (source: RecordSource, { limit, isHeld, after, sort, status }: ListQuery) =>
  new URLSearchParams({
    ...projectQuery(source),
    ...(limit && { limit: String(limit) }),
    ...(isHeld && { state: 'held' }),
    ...(after && { cursor: after }),
    ...(sort && { sort }),
    ...(status && { status }),
  })

/** One page of the records, the newest first unless `sort` says otherwise. */
export async function listRecords(source: RecordSource, query: ListQuery): Promise<ListPage> {
  const { method, ...body } = searching(query)
  const page = await callAdmin<ListPage>(pathOf(source, query), method, body)
  const isWhole = !query.isHeld && !query.search && !query.status
  // A partial count is not shown.
  if (page.indexed?.done === page.indexed?.of) {
    noteCounts(source, { ...page.counts, ...(isWhole && { all: page.total }) })
  }
  return page
}

/** The same page, read without renewing the session. */
export const peekRecords = (source: RecordSource, query: ListQuery): Promise<ListPage> =>
  callAdminQuietly(pathOf(source, query), searching(query))

const pathOf = (source: RecordSource, query: ListQuery) =>
  `${listPath(source)}?${queryOf(source, query)}`

const searching = ({ search }: ListQuery) =>
  search ? { method: 'POST' as const, body: { search } } : { method: 'GET' as const }

export const countRecords = async (source: RecordSource, query: ListQuery = {}): Promise<number> =>
  (await listRecords(source, { ...query, limit: 1 })).total

export const listProjects = ({ collection }: Form): Promise<ProjectsAnswer> =>
  callAdmin(`${collection}/projects`, 'GET')
