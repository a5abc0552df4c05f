import type { Config } from '@netlify/functions'
import { waitlist, type Project } from '#forms/waitlist.ts'
import { actNamed } from '#server/http/act-named.ts'
import { answerRecords, guardRecords, type Target } from '#server/admin/answer-records.ts'
import { noSuchRecord } from '#server/admin/answer-record.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { read } from '#server/collections/records.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'
import { waitlistProjects } from '#server/submissions/offered.ts'

export default respond('admin-waitlist', async (request, context) => {
  const { list, ...target } = context.params
  const answer = actNamed(lists, list)
  await guardRecords(request, target)
  return answer(request, target)
})

const lists: Record<string, (request: Request, target: Target) => Promise<Response>> = {
  async projects() {
    const items = (await waitlistProjects()).map(({ slug, name }) => ({ id: slug, slug, name }))
    return json({ items, total: items.length })
  },
  async entries(request, target) {
    const projects = await waitlistProjects()
    const { id } = target
    const slug = new URL(request.url).searchParams.get('projectSlug')
    const project = id && slug === null ? await projectOf(id, projects) : find(slug, projects)
    if (!project) throw new HttpError(404, 'There is no such waitlist.')
    return answerRecords(request, entriesOf(project), target)
  },
}

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
