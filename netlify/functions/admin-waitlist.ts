import type { Config } from '@netlify/functions'
import { waitlist, type Project } from '#forms/waitlist.ts'
import { answerRecords, guardRecords } from '#server/admin/answer-records.ts'
import { noSuchRecord } from '#server/admin/no-such-record.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { read } from '#server/collections/records.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'
import { waitlistProjects } from '#server/submissions/offered.ts'

export default respond('admin-waitlist', async (request, context) => {
  const { list, id, act } = context.params
  await guardRecords(request, { id, act })
  const projects = await waitlistProjects()
  if (list === 'projects') return json(listed(projects))
  const slug = new URL(request.url).searchParams.get('projectSlug')
  const project = id && slug === null ? await projectOf(id, projects) : find(slug, projects)
  if (!project) throw new HttpError(404, 'There is no such waitlist.')
  return answerRecords(request, entriesOf(project), { id, act })
})

const listed = (projects: Project[]) => ({
  items: projects.map(({ slug, name }) => ({ id: slug, slug, name })),
  total: projects.length,
})

const find = (slug: string | null, projects: Project[]) =>
  projects.find((project) => project.slug === slug)

const entriesOf = ({ slug }: Project) => collectionOf(waitlist, { projectSlug: slug })

/** An entry's id alone does not say on which list it stands. */
async function projectOf(id: string, projects: Project[]): Promise<Project> {
  const found = await Promise.all(projects.map((project) => read(entriesOf(project), id)))
  const project = projects[found.findIndex((row) => row !== null)]
  if (!project) throw noSuchRecord({ form: waitlist })
  return project
}

export const config: Config = {
  path: [
    '/api/admin/waitlist/:list(projects|entries)',
    '/api/admin/waitlist/:list(entries)/:id',
    '/api/admin/waitlist/:list(entries)/:id/:act(release|hold)',
  ],
}
