import { parseArgs } from 'node:util'
import { runCommand, siteAddress, Stop } from './site/command.ts'
import { adminChecks, closedChecks } from './probe/admin.ts'
import { makeChecks, tableOf, type Result } from './probe/check.ts'
import { publicChecks } from './probe/public.ts'
import { signIn } from './site/signed-in.ts'

/**
 * `npm run probe -- https://your.domain`: checks a deployed site, signed in as the admin. It sends
 * one message and deletes it. With `--public` it does not sign in, and stores nothing; a third party
 * that is away is then a warning, because a watch must tell of the site's faults only.
 */

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { public: { type: 'boolean', default: false } },
  })
  const [given, ...others] = positionals
  if (given === undefined || others.length > 0) {
    throw new Stop('Say which site: npm run probe -- https://your.domain')
  }
  const site = siteAddress(given)
  // Signing in comes first, because it may ask for a password.
  const signingIn = values.public
    ? null
    : await signIn(site, 'probe').catch((error: unknown) => error)
  const open = [...publicChecks(site), ...closedChecks(site)]
  const results = await makeChecks(open, { excusesOthers: values.public })
  if (signingIn !== null) results.push(...(await resultsOfAdmin(signingIn)))
  for (const line of tableOf(results)) console.log(line)
  const failed = results.filter(({ ok }) => !ok).length
  const warnings = results.filter(({ isWarning }) => isWarning).length
  console.log(
    failed > 0
      ? `${failed} of ${results.length} failed.`
      : warnings > 0
        ? `Nothing failed. ${warnings} of ${results.length} could not be checked.`
        : 'Everything is as it must be.',
  )
  process.exitCode = failed > 0 ? 1 : 0
})

async function resultsOfAdmin(signingIn: unknown): Promise<Result[]> {
  const what = 'The admin can sign in'
  if (signingIn instanceof Error) {
    const note = `${signingIn.message} What needs a session was not looked at.`
    return [{ what, ok: false, note }]
  }
  const signedIn = signingIn as Awaited<ReturnType<typeof signIn>>
  return [{ what, ok: true, note: '' }, ...(await makeChecks(adminChecks(signedIn)))]
}
