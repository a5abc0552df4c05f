import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { coveredRooms } from './mutate/covered-rooms.ts'
import { runCommand, Stop } from './site/command.ts'

/**
 * `npm run mutate [-- <room> …]`: makes one small change at a time to a room's code and checks that
 * the tests notice it. docs/mutation.md explains the mutants that may survive.
 */
await runCommand(() => {
  const asked = process.argv.slice(2)
  const known = Object.keys(coveredRooms)
  const unknown = asked.find((room) => !known.includes(room))
  if (unknown) throw new Stop(`There is no room ${unknown}: ${known.join(', ')}.`)
  const globs = Object.values(coveredRooms).flatMap(({ mutate, tests }) => [...mutate, ...tests])
  const named = globs.filter((glob) => !glob.startsWith('!')).flatMap(alternatives)
  const empty = named.find((glob) => globSync(glob).length === 0)
  if (empty) throw new Stop(`No file is ${empty}: correct scripts/mutate/covered-rooms.ts.`)
  const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run']
  const low = (asked.length > 0 ? asked : known).filter((room) => {
    console.log(`\n── ${room} ──`)
    return spawnSync(process.execPath, [...stryker, 'scripts/mutate/stryker.config.js'], {
      stdio: 'inherit',
      env: { ...process.env, MUTATED_ROOM: room },
    }).status
  })
  if (low.length > 0) throw new Stop(`Too low, or not run: ${low.join(', ')}.`)
  return Promise.resolve()
})

/** Stryker and vitest say nothing of a name in braces that no file has. */
function alternatives(glob: string): string[] {
  const [braces, names] = /\{(.+)\}/.exec(glob) ?? []
  return braces && names ? names.split(',').map((name) => glob.replace(braces, name)) : [glob]
}
