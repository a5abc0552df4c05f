import type { ProjectsAnswer } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import { $counts, listName, listProjects } from '../api/lists.ts'
import { useRequest } from '../api/use-request.ts'
import { Loading, Problem } from '../parts/Request.tsx'
import { useStore } from '../parts/use-store.ts'
import { RouteLink } from '../route/RouteLink.tsx'
import { useRoute } from '../route/route.ts'
import { Nothing } from './Empty.tsx'
import { Records } from './Records.tsx'

/** A form that is split shows one project at a time. */
export const FormTab = ({ form }: { form: Form }) =>
  form.splitBy ? (
    <WaitlistTab form={form} />
  ) : (
    <Records source={{ form }} title={<h2>{form.tab}</h2>} />
  )

let keptProjects: ProjectsAnswer | undefined

function WaitlistTab({ form }: { form: Form }) {
  const { project: slug } = useRoute()
  const known = useStore($counts)
  const newIn = (app: string) => known[listName({ form, project: app })]?.new
  const send = async () => (keptProjects = await listProjects(form))
  const { result, failure, reload } = useRequest('projects', send, keptProjects)
  if (failure && !result) return <Problem failure={failure} onRetry={reload} />
  if (!result) return <Loading isView words="Loading projects…" />
  const project = result.items.find((one) => one.slug === slug) ?? result.items[0]
  return (
    <>
      <div className="row panel-head">
        <h2>{form.tab}</h2>
        <p className="tabular soft">{result.total} projects</p>
      </div>
      {project ? (
        <div className="waitlist-columns">
          <nav className="projects" aria-label="Projects">
            {result.items.map((one) => (
              <RouteLink
                key={one.slug}
                to={{ tab: form.name, project: one.slug }}
                aria-current={one === project ? 'true' : undefined}
              >
                <b>{one.name}</b>
                <span className="note">
                  {one.slug}
                  {newIn(one.slug) ? ` · ${newIn(one.slug)?.toLocaleString()} new` : null}
                </span>
              </RouteLink>
            ))}
          </nav>
          <div>
            <Records
              key={project.slug}
              source={{ form, project: project.slug }}
              title={<h3>{project.name}</h3>}
            />
          </div>
        </div>
      ) : (
        <Nothing heading="No projects" words="Each app of the site has a waitlist here." />
      )}
    </>
  )
}
