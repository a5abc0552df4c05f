import { existsSync } from 'node:fs'
import type { ListenOptions } from '#local/listen.ts'
import type { Site } from '#local/server.ts'
import type { SiteAddress } from '#local/address.ts'
import { whenAbandoned } from './command.ts'
import { setUpAdmin, setUpNotifications, type LocalAdmin } from './local-settings.ts'
import { openStore } from './open-store.ts'
import { portSetting, setting } from '../setup/settings.ts'

/** How to run the site, either built or in development. */
export type Runner = {
  /** Runs before anything is opened. */
  prepare?: (address: ListenOptions) => Promise<void>
  start: (address: ListenOptions, dataDir: string) => Promise<Site>
  /** The store's port. Without it only this process reaches the store. */
  storePort?: number
}

/** Runs the site with this machine's store and admin, until a signal stops it. */
export async function runSite(runner: Runner): Promise<void> {
  let stop = () => Promise.resolve()
  let stopping: Promise<void> | undefined
  const leave = () => {
    stopping ??= stop().finally(() => process.exit())
  }
  process.on('SIGINT', leave).on('SIGTERM', leave)
  whenAbandoned(leave)

  try {
    stop = await open(runner)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Starts everything; returns a function that stops it. */
async function open({ prepare, start, storePort }: Runner): Promise<() => Promise<void>> {
  // Environment variables override the file.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const dataDir = setting('DATA_DIR') ?? '.data'
  const address = { port: portSetting(), host: setting('HOST') }
  await prepare?.(address)

  const admin = await setUpAdmin(dataDir)
  const mailGoes = setUpNotifications(dataDir)
  const closeStore = await openStore(dataDir, storePort)
  const site = await start(address, dataDir).catch(async (error: unknown) => {
    await closeStore()
    throw error
  })

  // Links in mails use URL.
  process.env['URL'] = setting('URL') ?? site.trustedUrl ?? site.url
  console.log(welcome(site, admin, mailGoes).join('\n'))
  process.send?.({ url: site.url })

  return async () => {
    await site.close()
    await closeStore()
  }
}

function welcome(
  { url, trustedUrl }: SiteAddress,
  admin: LocalAdmin | undefined,
  mailGoes: string,
): string[] {
  const signIn = admin && [
    `Its admin area is ${trustedUrl ?? url}/admin`,
    `  email     ${admin.email}`,
    `  password  ${admin.password}`,
  ]
  const trust = `Forms and the sign-in need HTTPS, or ${trustedUrl ?? 'http://localhost'}.`
  return [
    '',
    `The site runs on ${url}`,
    ...(signIn ?? []),
    mailGoes,
    ...(url === trustedUrl ? [] : [trust]),
    'Ctrl-C stops it.',
    '',
  ]
}
