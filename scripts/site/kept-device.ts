import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setting } from '../setup/settings.ts'

/** The cookie of a device that signed in before (netlify/server/admin/login-throttle.ts). */
const DEVICE = /^(__Host-)?device=[\x21-\x3a\x3c-\x7e]+$/

const fileOf = (site: string) =>
  join(setting('DATA_DIR') ?? '.data', 'devices', encodeURIComponent(site))

export async function keptDevice(site: string): Promise<string | undefined> {
  const kept = await readFile(fileOf(site), 'utf8').catch(() => '')
  return DEVICE.test(kept) ? kept : undefined
}

/** Saves the device cookie for the next sign-in. Only this machine's user can read the file. */
export async function keepDevice(site: string, cookies: readonly string[]): Promise<void> {
  const device = cookies.find((cookie) => DEVICE.test(cookie))
  if (!device) return
  const file = fileOf(site)
  const unfinished = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(unfinished, device, { mode: 0o600 })
    await rename(unfinished, file)
  } catch {
    // The command works without the file. The next sign-in comes from an unknown device.
  }
}
