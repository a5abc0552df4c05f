import { existsSync } from 'node:fs'

/** An error whose message is written for the person who typed the command. */
export class Stop extends Error {
  override name = 'Stop'
}

/** Runs a command. An error prints its message without a stack; the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    // Environment variables override the file.
    if (existsSync('.env')) process.loadEnvFile('.env')
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'Something unexpected went wrong.')
    process.exitCode = 1
  }
}
