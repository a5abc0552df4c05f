import { existsSync } from 'node:fs'

/** What went wrong, in a sentence for whoever typed the command. */
export class Stop extends Error {
  override name = 'Stop'
}

/** Runs what a command does. What goes wrong ends it with a sentence and exit code 1, not a stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    // What the environment says already wins over the file.
    if (existsSync('.env')) process.loadEnvFile('.env')
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'Something unexpected went wrong.')
    process.exitCode = 1
  }
}
