import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setting } from '../setup/settings.ts'

/** Cookies of a site that the next command needs. Only this machine's user can read the files. */

/** The folder of each cookie: of a known device, and of a session that a person confirmed. */
const FOLDERS = { device: 'devices', admin: 'sessions' } as const
type Name = keyof typeof FOLDERS

const isCookie = (name: Name, pair: string) =>
  new RegExp(`^(__Host-)?${name}=[\\x21-\\x3a\\x3c-\\x7e]+$`).test(pair)

const fileOf = (site: string, name: Name) =>
  join(setting('DATA_DIR') ?? '.data', FOLDERS[name], encodeURIComponent(site))

export async function keptCookie(site: string, name: Name): Promise<string | undefined> {
  const kept = await readFile(fileOf(site, name), 'utf8').catch(() => '')
  return isCookie(name, kept) ? kept : undefined
}

/** Keeps the one of this name, and forgets it if there is none. */
export async function keepCookie(
  site: string,
  name: Name,
  cookies: readonly string[],
): Promise<void> {
  const cookie = cookies.find((one) => isCookie(name, one))
  const file = fileOf(site, name)
  const unfinished = `${file}.${process.pid}`
  try {
    if (!cookie) {
      await rm(file, { force: true })
      return
    }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(unfinished, cookie, { mode: 0o600 })
    await rename(unfinished, file)
  } catch {
    // The command works without the file. The next one signs in anew, from an unknown device.
  }
}
