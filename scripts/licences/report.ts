import { faultOf, licenceOf } from './licence.ts'
import { shippedPackages } from './shipped.ts'

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
