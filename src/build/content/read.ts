import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { load } from 'js-yaml'

import { studioSchema } from '../../schemas/studio.ts'

type Read = (file: string) => unknown

/** Reads YAML files of a folder without Astro's collections. `onRead` hears of each file. */
export const reader =
  (folder: string, onRead: (path: string) => void = () => {}): Read =>
  (file) => {
    const path = join(folder, file)
    onRead(path)
    return load(readFileSync(path, 'utf8'), { filename: path })
  }

export const readStudio = (read: Read) =>
  studioSchema.parse((read('studio.yaml') as { studio: unknown }).studio)
