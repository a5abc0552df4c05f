import { readFile } from 'node:fs/promises'
import { type Build, buildFileOf, idOf } from '#publication/build-file.ts'
import { readOnce } from '#server/storage/remembered.ts'

/** Local servers set BUILD_FILE; a deploy has the file of `dist`. */
export const readBuild = (): Promise<Build> =>
  readOnce(process.env['BUILD_FILE'] || buildFileOf('dist'), read)

/** The build’s id, as its pages have it. */
export const readBuildId = async () => idOf(await readBuild())

async function read(file: string): Promise<Build> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Build
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // In tests there is no build: this is the content that a build would publish now.
    return { at: Date.now(), changes: [], showsUnpublished: false }
  }
}
