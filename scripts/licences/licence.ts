import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAllowed } from './allowed.ts'

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
