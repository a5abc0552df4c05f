import { buildSite } from './build.ts'
import { functionFiles, reportLicences } from './licences/report.ts'
import { runCommand, Stop } from './site/command.ts'

/**
 * `npm run licences`: lists every package in the pages or the deployed functions, as the bundlers
 * report them. Fails if a licence is missing or not allowed (licences/report.ts).
 */
await runCommand(async () => {
  await buildSite()
  const { rows, faults } = await reportLicences(await functionFiles())
  console.table(rows)
  if (faults.length > 0) throw new Stop(faults.join('\n'))
  console.log(`${rows.length} packages, each under a licence that is allowed.`)
  console.log('The fonts are files, not packages: see public/fonts.')
})
