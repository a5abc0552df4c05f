import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plate, plateFile, plates } from './plates.ts'

type Where = { content: string; folder: string }

/**
 * Draws the missing files of the chosen plates and of the plates that `content` names. With `all`
 * it overwrites the existing files too. Returns the paths of the written files.
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
