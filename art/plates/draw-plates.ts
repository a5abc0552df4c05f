import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plate, plateFile, plates } from './plates.ts'

type Where = { content: string; folder: string }

/**
 * Draws the plates that have no file yet: the chosen ones, and those that `content` names. With `all`
 * it draws every plate and overwrites its file. Gives the paths of the files it wrote.
 */
export async function drawPlates({ content, folder }: Where, all = false): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const drawn = []
  for (const plate of await wanted(content)) {
    const file = join(folder, `${plate.name}.svg`)
    if (existsSync(file) && !all) continue
    await writeFile(file, plateFile(plate))
    drawn.push(file)
  }
  return drawn
}

async function wanted(content: string): Promise<Plate[]> {
  const byName = new Map(plates.map((plate) => [plate.name, plate]))
  for (const entry of await readdir(content, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
    for (const [, name = ''] of text.matchAll(/\/plates\/([a-z0-9-]+)\.svg/g)) {
      const isWide = entry.parentPath.endsWith('articles')
      if (!byName.has(name)) byName.set(name, { name, isWide, title: name.replaceAll('-', ' ') })
    }
  }
  return [...byName.values()]
}
