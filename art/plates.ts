import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chance, hash } from './plates/chance.ts'
import { arcs } from './plates/drawings/arcs.ts'
import { chladni } from './plates/drawings/chladni.ts'
import { exploded } from './plates/drawings/exploded.ts'
import { halftone } from './plates/drawings/halftone.ts'
import { hand } from './plates/drawings/hand.ts'
import { linkage } from './plates/drawings/linkage.ts'
import { nomogram } from './plates/drawings/nomogram.ts'
import { orbits } from './plates/drawings/orbits.ts'
import { routes } from './plates/drawings/routes.ts'
import { steps } from './plates/drawings/steps.ts'
import { survey } from './plates/drawings/survey.ts'
import { tally } from './plates/drawings/tally.ts'
import { type Ground, sheet } from './plates/sheet.ts'

/** `npm run art` draws the missing plates; `npm run art -- --all` draws every plate again. */

const FOLDER = 'public/plates'

/** Drawings for a square plate, by name. If a plate names no drawing, its own name chooses one. */
const square = { arcs, chladni, halftone, hand, linkage, nomogram, orbits, routes, tally }

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
  /** What it shares with another plate of the same thing. */
  seed?: string
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
    name: 'onebotics-hand',
    drawing: 'hand',
    seed: 'onebotics:linkage',
    title: 'The hand of the robot arm, enlarged',
  },
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
function plateFile({ name, title, drawing, ground = 'paper', isWide = false, seed }: Plate) {
  const choices = Object.entries(isWide ? wide : square)
  const [kind, draw] =
    choices.find(([choice]) => choice === drawing) ?? choices[hash(name) % choices.length] ?? []
  if (!draw) throw new Error(`There is no drawing for the plate “${name}”.`)
  return sheet(draw(chance(seed ?? `${name}:${kind}`)).join(''), { title, ground, isWide })
}

/**
 * Draws the missing files of the chosen plates and of the plates that the content names. With `all`
 * it overwrites the existing files too. Returns the paths of the written files.
 */
async function drawPlates(all = false): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true })
  const drawn = []
  for (const plate of await wanted()) {
    const file = join(FOLDER, `${plate.name}.svg`)
    if (existsSync(file) && !all) continue
    await writeFile(file, plateFile(plate))
    drawn.push(file)
  }
  return drawn
}

async function wanted(): Promise<Plate[]> {
  const byName = new Map(plates.map((plate) => [plate.name, plate]))
  for (const entry of await readdir('content', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
    for (const [, name = ''] of text.matchAll(/\/plates\/([a-z0-9-]+)\.svg/g)) {
      const isWide = entry.parentPath.endsWith('articles')
      if (!byName.has(name)) byName.set(name, { name, isWide, title: name.replaceAll('-', ' ') })
    }
  }
  return [...byName.values()]
}

const { all } = parseArgs({ options: { all: { type: 'boolean' } } }).values
const drawn = await drawPlates(all)
console.log(
  drawn.length > 0
    ? drawn.join('\n')
    : 'Every plate is there. “npm run art -- --all” draws them again.',
)
