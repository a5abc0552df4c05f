import { chance, hash } from './chance.ts'
import { square, wide } from './catalogue.ts'
import { type Ground, sheet } from './sheet.ts'

/** A picture of a venture or an article. */
export type Plate = {
  /** The file name and the seed: the same name always gives the same picture. */
  name: string
  title: string
  /** The name chooses the drawing if this is absent. */
  drawing?: keyof typeof square | keyof typeof wide | undefined
  ground?: Ground
  isWide?: boolean
}

/** Plates chosen by eye. */
export const plates: Plate[] = [
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
export function plateFile({
  name,
  title,
  drawing,
  ground = 'paper',
  isWide = false,
}: Plate): string {
  const choices = Object.entries(isWide ? wide : square)
  const [kind, draw] =
    choices.find(([choice]) => choice === drawing) ?? choices[hash(name) % choices.length] ?? []
  if (!draw) throw new Error(`There is no drawing for the plate “${name}”.`)
  return sheet(draw(chance(`${name}:${kind}`)).join(''), { title, ground, isWide })
}
