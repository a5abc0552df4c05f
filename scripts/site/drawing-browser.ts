import { type Browser, chromium } from 'playwright'
import { findOrInstallChromium } from '../setup/chromium.ts'

/** Opens a browser for pictures and measuring; throws if none can be found or installed. */
export async function openDrawingBrowser(): Promise<Browser> {
  const executablePath = await findOrInstallChromium()
  if (!executablePath) throw new Error('Drawing needs Chrome or Chromium, and none could be found.')
  return chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--font-render-hinting=none',
      // Chromium can't use its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
}
