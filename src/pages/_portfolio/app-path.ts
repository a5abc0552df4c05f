import { apps } from '../../data/apps.ts'
import { appPage } from '../../islands/portfolio/venture.ts'

/** The page of a venture's app, if the studio has that app. */
export function appPathOf(name: string): string | undefined {
  const page = appPage(name)
  return apps.some(({ id }) => page === `/${id}`) ? page : undefined
}
