import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chance, hash } from './chance.ts'
import { arcs } from './drawings/arcs.ts'
import { chladni } from './drawings/chladni.ts'
import { exploded } from './drawings/exploded.ts'
import { halftone } from './drawings/halftone.ts'
import { linkage } from './drawings/linkage.ts'
import { nomogram } from './drawings/nomogram.ts'
import { orbits } from './drawings/orbits.ts'
import { routes } from './drawings/routes.ts'
import { steps } from './drawings/steps.ts'
import { survey } from './drawings/survey.ts'
import { tally } from './drawings/tally.ts'
import { type Ground, sheet } from './sheet.ts'

/** Drawings for a square plate, by name. If a plate names no drawing, its own name chooses one. */
const square = { arcs, chladni, halftone, linkage, nomogram, orbits, routes, tally }

/** Drawings for a wide plate, by name. */
const wide = { exploded, steps, survey }

/** A picture of a venture or an article. */
type Plate = {
  /** The file name and the seed: the same name always gives the same picture. */
  name: string
  title: string
  /** The name chooses the drawing if this is absent. */
  drawing?: keyof typeof square | keyof typeof wide | undefined
  ground?: Ground
  isWide?: boolean
}

/** Plates chosen by eye. */
const plates: Plate[] = [
  { name: 'meetdistributor', drawing: 'routes', title: 'Nine ways through one crossing' },
  { name: 'alphaskin', drawing: 'halftone', ground: 'signal', title: 'A sphere drawn in dots' },
  { name: 'axel-ai', drawing: 'nomogram', ground: 'ink', title: 'Curves made of straight lines' },
  { name: 'dhvani', drawing: 'chladni', title: 'Sand figures on a sounding plate' },
  { name: 'founders-journal', drawing: 'tally', title: 'A tally of a hundred days' },
  { name: 'fundraise-copilot', drawing: 'arcs', title: 'Arcs between people on a line' },
  { name: 'calmist', drawing: 'orbits', ground: 'ink', title: 'Five orbits and nine moons' },
  { name: 'onebotics', drawing: 'linkage', title: 'A robot arm in twenty-six positions' },
  {
    name: 'article-investment',
    drawing: 'steps',
    ground: 'ink',
    isWide: true,
    title: 'A field of columns, one of them marked',
  },
  {
    name: 'article-strategy',
    drawing: 'survey',
    isWide: true,
    title: 'A route across contour lines',
  },
  {
    name: 'article-product',
    drawing: 'exploded',
    ground: 'signal',
    isWide: true,
    title: 'Three layers, taken apart',
  },
]

/** The SVG text of a plate; the same plate gives the same bytes. Throws for an unknown drawing. */
function plateFile({ name, title, drawing, ground = 'paper', isWide = false }: Plate): string {
  const choices = Object.entries(isWide ? wide : square)
  const [kind, draw] =
    choices.find(([choice]) => choice === drawing) ?? choices[hash(name) % choices.length] ?? []
  if (!draw) throw new Error(`There is no drawing for the plate “${name}”.`)
  return sheet(draw(chance(`${name}:${kind}`)).join(''), { title, ground, isWide })
}

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
