import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shippedPackages } from './shipped.ts'

/** The allowed SPDX names. None of these licences asks to publish other code. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Accepts an SPDX expression if one side of an `OR`, or every side of an `AND`, is allowed. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((side) => side.split(' AND ').every((one) => ALLOWED.has(one)))
}

export type Licence = { name: string; version: string; licence: string | undefined }

export async function licenceOf(folder: string): Promise<Licence> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { name, version, license } = JSON.parse(text) as Record<string, unknown>
  return {
    name: String(name),
    version: String(version),
    licence: typeof license === 'string' && license ? license : undefined,
  }
}

/** Says why a package must not be shipped, or returns undefined. */
export function faultOf({ name, version, licence }: Licence): string | undefined {
  if (licence === undefined) return `${name} ${version} names no licence.`
  if (!isAllowed(licence)) return `${name} ${version} is under ${licence}, which is not allowed.`
  return undefined
}

type Row = { package: string; version: string; licence: string; 'goes into': string }

/** All shipped packages with their licences, sorted by name, and the faults. */
export async function reportLicences(): Promise<{ rows: Row[]; faults: string[] }> {
  const found = await Promise.all(
    [...(await shippedPackages())].map(async ([folder, places]) => ({
      one: await licenceOf(folder),
      places: [...places].join(', '),
    })),
  )
  found.sort((a, b) => (a.one.name < b.one.name ? -1 : 1))
  return {
    rows: found.map(({ one, places }) => ({
      package: one.name,
      version: one.version,
      licence: one.licence ?? 'none',
      'goes into': places,
    })),
    faults: found.flatMap(({ one }) => faultOf(one) ?? []),
  }
}
