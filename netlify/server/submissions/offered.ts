import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { careers, careersFor, type OpenRole } from '#forms/careers.ts'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { waitlist, waitlistFor, type Project } from '#forms/waitlist.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { readOnce } from '#server/content/read-once.ts'

/** What two forms offer is content: the open roles, and the apps to wait for. */

const FOLDER = 'content'

/** The open roles, in the order of the careers page. */
const openRoles = () => entriesOf<OpenRole>('roles')

/** The apps that can be waited for, in their order. */
export async function waitlistProjects(): Promise<Project[]> {
  const apps = await entriesOf<{ waitlist: string; name: string }>('apps')
  return apps.map(({ waitlist: slug, name }) => ({ slug, name }))
}

/** The form with what it offers at present. */
export async function asOffered(form: Form): Promise<Form> {
  if (form === careers) return careersFor(await openRoles())
  if (form === waitlist) return waitlistFor(await waitlistProjects())
  return form
}

/** Every collection that has submissions of this form; of one that is split, `only` that one if it is said. */
export async function collectionsOf(form: Form, only?: string): Promise<Collection[]> {
  const splitBy = form.splitBy
  if (!splitBy) return [collectionOf(form, {})]
  const slugs = (await waitlistProjects()).map(({ slug }) => slug)
  const meant = slugs.filter((slug) => only === undefined || slug === only)
  return meant.map((slug) => collectionOf(form, { [splitBy]: slug }))
}

/** A list, and how the admin API says which one it is. */
export type OfferedList = { place: Readonly<Record<string, string>>; collection: Collection }

/** Every list that there is at present. */
export async function offeredLists(): Promise<OfferedList[]> {
  const lists = forms.map(async (form) => {
    const { collection, splitBy } = form
    const answers = splitBy
      ? (await waitlistProjects()).map(({ slug }) => ({ [splitBy]: slug }))
      : [{}]
    return answers.map((one) => ({
      place: { collection, ...one },
      collection: collectionOf(form, one),
    }))
  })
  return (await Promise.all(lists)).flat()
}

/** The collection that the admin API names so; undefined where there is none such. */
export async function collectionOfRecord(
  name: unknown,
  projectSlug: unknown,
): Promise<Collection | undefined> {
  const form = forms.find(({ collection }) => collection === name)
  const some = form ? await collectionsOf(form) : []
  return form?.splitBy
    ? some.find((one) => one.name === `${form.collection}.${String(projectSlug)}`)
    : some[0]
}

/** The build has checked these files against their schemas, so they have the shape they should. */
const entriesOf = async <Entry>(collection: string): Promise<Entry[]> =>
  (await readOnce(join(FOLDER, collection), readEntries)) as Entry[]

async function readEntries(folder: string): Promise<unknown[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const entries = texts.map((text) => load(text) as { order: number })
  return entries.sort((one, other) => one.order - other.order)
}
