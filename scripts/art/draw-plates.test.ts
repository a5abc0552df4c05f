import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawPlates } from './draw-plates.ts'
import { plates } from './plates.ts'

async function emptyProject() {
  const root = await mkdtemp(join(tmpdir(), 'art-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const where = { content: join(root, 'content'), folder: join(root, 'plates') }
  await mkdir(join(where.content, 'ventures'), { recursive: true })
  return where
}

test('only missing plates are drawn, unless all are asked for', async () => {
  const where = await emptyProject()
  expect(await drawPlates(where)).toHaveLength(plates.length)
  expect(await drawPlates(where)).toEqual([])

  const replaced = join(where.folder, 'dhvani.svg')
  await writeFile(replaced, '<svg/>')
  await rm(join(where.folder, 'calmist.svg'))
  expect(await drawPlates(where)).toEqual([join(where.folder, 'calmist.svg')])
  expect(await readFile(replaced, 'utf8')).toBe('<svg/>')

  expect(await drawPlates(where, true)).toHaveLength(plates.length)
  expect(await readFile(replaced, 'utf8')).not.toBe('<svg/>')
})

test('a plate that content names is drawn without being listed anywhere', async () => {
  const where = await emptyProject()
  await writeFile(join(where.content, 'ventures', 'ninth.yaml'), 'image: /plates/ninth.svg\n')
  await drawPlates(where)
  expect(await readdir(where.folder)).toContain('ninth.svg')
})
