import { studioSchema, type Studio } from '../../schemas/studio.ts'
import type { Venture } from '../../schemas/venture.ts'
import { checked } from './checked.ts'
import { readYaml } from './yaml.ts'

const FILE = 'content/studio.yaml'

/** The studio as its file has it. Its texts quote no facts: they are the facts. */
export function readStudio(root: string, ventures: { data: Venture }[]): Studio {
  const { studio } = readYaml(root, FILE) as { studio?: unknown }
  const written = checked(FILE, studio, studioSchema, {})
  const count = ventures.filter(({ data }) => !data.draft && !data.opens).length
  const figure = written.figures.ventures
  if (figure === count) return written
  throw new Error(
    `${FILE}: “figures.ventures” is ${figure}; it must be ${count}, as many as there are files in content/ventures without “draft” and “opens”.`,
  )
}
