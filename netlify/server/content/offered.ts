import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { careers, careersFor, type OpenRole } from '#forms/careers.ts'
import type { Form } from '#forms/form.ts'
import { waitlist, waitlistFor, type Project } from '#forms/waitlist.ts'
import { type Dates, publicationAt } from '#publication/publication.ts'
import { readOnce } from '#server/storage/remembered.ts'
import { readBuild } from './build.ts'
import { readStudio } from './studio.ts'

/** The choices that content gives to two forms: open roles, and apps with a waitlist. */

const FOLDER = 'content'

/** The roles that the pages of this build offer: shown, and not closed. */
async function openRoles(): Promise<OpenRole[]> {
  const roles = await entriesOf<OpenRole & Dates>('roles')
  const [{ at, showsUnpublished }, { timeZone }] = await Promise.all([readBuild(), readStudio()])
  const { isPublished, isClosed } = publicationAt(at, timeZone)
  return roles.filter((role) => (showsUnpublished || isPublished(role)) && !isClosed(role))
}

export async function waitlistProjects(): Promise<Project[]> {
  const apps = await entriesOf<{ waitlist: string; name: string }>('apps')
  return apps.map(({ waitlist: slug, name }) => ({ slug, name }))
}

export async function withOpenChoices(form: Form): Promise<Form> {
  if (form === careers) return careersFor(await openRoles())
  if (form === waitlist) return waitlistFor(await waitlistProjects())
  return form
}

/** The build has checked these files against their schemas. */
const entriesOf = async <Entry>(collection: string): Promise<Entry[]> =>
  (await readOnce(join(FOLDER, collection), readEntries)) as Entry[]

async function readEntries(folder: string): Promise<unknown[]> {
  // A studio without apps has no such folder; without any content, reading fails.
  const isThere = (await readdir(FOLDER)).includes(basename(folder))
  const files = (isThere ? await readdir(folder) : []).filter((file) => file.endsWith('.yaml'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  // With this schema dates stay texts.
  const entries = texts.map((text) => load(text, { schema: CORE_SCHEMA }) as { order: number })
  return entries.sort((one, other) => one.order - other.order)
}
