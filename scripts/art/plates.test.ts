import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { square, wide } from './catalogue.ts'
import { type Plate, plateFile, plates } from './plates.ts'
import { MARK } from './sheet.ts'

test.each(plates)('the plate $name is the one that is drawn', async (plate) => {
  const file = await readFile(`public/plates/${plate.name}.svg`, 'utf8')
  // An editor may put another picture in its place; that one is nobody's business here.
  if (!file.includes(MARK)) return
  expect(file, 'Draw it again with “npm run art -- --all”.').toBe(plateFile(plate))
})

test('the same name always gives the same picture, another name another', () => {
  const plate = (name: string) => plateFile({ name, title: 'A plate', drawing: 'tally' })
  expect(plate('ninth')).toBe(plate('ninth'))
  expect(plate('ninth')).not.toBe(plate('tenth'))
})

test('a name alone is enough for a plate', () => {
  expect(plateFile({ name: 'ninth', title: 'A plate' })).toContain('viewBox="0 0 400 400"')
  expect(plateFile({ name: 'ninth', title: 'A plate', isWide: true })).toContain('0 0 800 400')
})

const every = (drawings: object, isWide: boolean) =>
  Object.keys(drawings).map((drawing) => ({ drawing: drawing as Plate['drawing'], isWide }))

test.each([...every(square, false), ...every(wide, true)])(
  '$drawing draws something sound for any name',
  ({ drawing, isWide }) => {
    for (const name of ['a', 'b', 'ninth venture', 'x'.repeat(99), 'ळ']) {
      const file = plateFile({ name, title: 'A plate', drawing, isWide })
      expect(file).not.toMatch(/NaN|undefined|Infinity|\be[+-]?\d/)
      expect(file).toMatch(/class="(mark|ring|tally)"/)
      expect(file).not.toContain('style=')
    }
  },
)
