import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { idOf, type Build } from '#publication/build-file.ts'

// Another moment than the tests' own, which the functions would name without a build.
const build: Build = { at: Date.now() - 60_000, changes: [], showsUnpublished: false }

/** The id of the build to which the functions belong after `useOwnBuild`. */
export const ownBuildId = idOf(build)

/** Lets the functions of a test file belong to a build, so that they have an id to name. */
export function useOwnBuild() {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-'))
    await writeFile(join(folder, 'build.json'), JSON.stringify(build))
  })
  afterAll(() => rm(folder, { recursive: true }))
  beforeEach(() => {
    vi.stubEnv('BUILD_FILE', join(folder, 'build.json'))
  })
}
