import { existsSync } from 'node:fs'

/** An error with a sentence for the person who typed the command. */
export class Stop extends Error {
  override name = 'Stop'
}

/** Runs a command. An error ends it with a sentence and exit code 1, without a stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    // The environment wins over the file.
    if (existsSync('.env')) process.loadEnvFile('.env')
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'Something unexpected went wrong.')
    process.exitCode = 1
  }
}
