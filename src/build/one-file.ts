import { build, type InlineConfig } from 'vite'

/** The code of a module and of all its imports. */
export async function oneFile(config: InlineConfig): Promise<string> {
  const made = { ...config.build, write: false, minify: true }
  const built = await build({ ...config, configFile: false, logLevel: 'silent', build: made })
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk, ...others] = output.filter((one) => one.type === 'chunk')
  if (chunk && others.length === 0) return chunk.code.trim()
  throw new Error('A module and its imports are not one file.')
}
