import { type Browser, chromium } from 'playwright'
import { findOrInstallChromium } from '../setup/chromium.ts'

/** The browser that pictures are taken with. Throws where none is found and none can be installed. */
export async function openDrawingBrowser(): Promise<Browser> {
  const executablePath = await findOrInstallChromium()
  if (!executablePath) throw new Error('Drawing needs Chrome or Chromium, and none could be found.')
  return chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--font-render-hinting=none',
      // Chromium refuses to sandbox what root starts.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
}
