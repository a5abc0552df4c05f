import { parse } from 'node:path'

import { filesIn } from './yaml.ts'

const SLUG = /^[a-z\d]+(-[a-z\d]+)*$/

/** The names of these files become addresses. Throws one sentence if one of them is no slug. */
export function checkAddresses(root: string): void {
  const ventures = filesIn(root, 'content/ventures', '.yaml')
  for (const file of [...ventures, ...filesIn(root, 'content/legal', '.mdx')]) {
    const { name } = parse(file)
    if (SLUG.test(name)) continue
    throw new Error(
      `${file}: its name “${name}” is its address, too; it must be small letters and digits with hyphens between, such as axel-ai.`,
    )
  }
}
