import { Stryker } from '@stryker-mutator/core'
import type { CoveredRoom } from './covered-rooms.ts'

/** What became of a room's mutants; a mutant that hangs was noticed too. */
export type RoomScore = {
  room: string
  mutants: number
  killed: number
  timedOut: number
  survived: number
  notCovered: number
  /** Percent of the mutants that were noticed. */
  score: number
}

/** What no test reads stays out of the copy that Stryker makes of the repository. */
const NOT_COPIED = ['/dist', '/.astro', '/.cache', '/.data', '/.netlify', '/public', '/docs']

/** Added to what the tests took: the machine may be busy with other things. */
const PATIENCE_MS = 15_000

/** Mutates one room; names each mutant that its tests did not notice. */
export async function mutateRoom(
  room: string,
  { mutate }: CoveredRoom,
): Promise<{ score: RoomScore; unnoticed: string[] }> {
  // vitest.config.ts beside this file reads it, in a process of Stryker's.
  process.env['MUTATED_ROOM'] = room
  const stryker = new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // `related` would let vitest look for tests by itself.
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: PATIENCE_MS,
    // No test looks at types.
    disableTypeChecks: false,
    ignorePatterns: NOT_COPIED,
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `.cache/mutation/${room}.html` },
    warnings: false,
  })
  const results = await stryker.runMutationTest()
  const count = (...wanted: string[]) =>
    results.filter(({ status }) => wanted.includes(status)).length
  const [killed, timedOut] = [count('Killed'), count('Timeout')]
  const [survived, notCovered] = [count('Survived'), count('NoCoverage')]
  const mutants = killed + timedOut + survived + notCovered
  const score = Math.floor((1_000 * (killed + timedOut)) / Math.max(1, mutants)) / 10
  const unnoticed = results
    .filter(({ status }) => ['Survived', 'NoCoverage'].includes(status))
    .map(({ fileName, location: { start }, mutatorName, replacement, status }) => {
      const file = fileName.replace(`${process.cwd()}/`, '')
      return `${file}:${start.line}:${start.column} ${status} ${mutatorName} → ${replacement}`
    })
  return { score: { room, mutants, killed, timedOut, survived, notCovered, score }, unnoticed }
}
