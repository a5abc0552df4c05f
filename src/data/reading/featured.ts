import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Dates } from '../../publication/publication.ts'
import { featuredVentureSchema, type Venture } from '../../schemas/venture.ts'
import type { Facts } from '../../text/fill-in.ts'
import { checked } from './checked.ts'
import { readYaml } from './yaml.ts'

const FILE = 'content/featured-venture.yaml'

/** The venture in the spotlight, if there is one and it is shown. */
export function readFeatured(
  root: string,
  ventures: { data: Venture }[],
  isShown: (entry: Dates) => boolean,
  facts: Facts,
) {
  if (!existsSync(join(root, FILE))) return []
  const { featured } = readYaml(root, FILE) as { featured?: unknown }
  const data = checked(FILE, featured, featuredVentureSchema, facts)
  const venture = ventures.find((one) => one.data.name === data.name)?.data
  if (venture) return isShown(venture) ? [{ id: 'featured', data }] : []
  const names = ventures.map((one) => one.data.name)
  const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
  throw new Error(`${FILE}: “name” is “${data.name}”; it must be the name of a venture: ${oneOf}.`)
}
