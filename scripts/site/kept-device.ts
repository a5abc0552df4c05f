import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setting } from '../setup/settings.ts'

/** The cookie by which a site knows who signed in there before (netlify/server/admin/device.ts). */
const DEVICE = /^(__Host-)?device=[\x21-\x3a\x3c-\x7e]+$/

const fileOf = (site: string) =>
  join(setting('DATA_DIR') ?? '.data', 'devices', encodeURIComponent(site))

/** The device cookie that the site gave this machine; undefined where none is kept, or what is kept is none. */
export async function keptDevice(site: string): Promise<string | undefined> {
  const kept = await readFile(fileOf(site), 'utf8').catch(() => '')
  return DEVICE.test(kept) ? kept : undefined
}

/** Keeps the device cookie among these for the next sign-in, where only this machine's user can read it. */
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
    // The command does its work without; the next one is a stranger to the site.
  }
}
