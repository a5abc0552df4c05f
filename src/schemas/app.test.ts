import { readFileSync } from 'node:fs'

import { load } from 'js-yaml'
import { expect, test } from 'vitest'

import { appSchema } from './app.ts'

type Written = { hero: { screens: string[] }; problems: unknown[]; description: string }

/** A valid file. The tests change the keys of this type. */
const calmist = () =>
  load(readFileSync('content/apps/calmist.yaml', 'utf8'), { filename: 'calmist.yaml' }) as Written

/** The errors in the file, each with its key. */
const faults = (app: Written) =>
  appSchema.safeParse(app).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('the file of an app is valid', () => {
  expect(faults(calmist())).toBeUndefined()
})

test('a missing picture is named together with the command that draws it', () => {
  const app = calmist()
  app.hero.screens = ['calmist/tomorrow']
  expect(faults(app)).toEqual([
    'hero.screens.0: must be a screen that is drawn, and there is no public/screens/calmist/tomorrow-720.avif; npm run screens draws it from art/screens',
  ])
})

test('a page takes exactly three problems, and one phone or three', () => {
  const app = calmist()
  app.problems.pop()
  app.hero.screens = ['calmist/today', 'calmist/today']
  expect(faults(app)).toEqual([
    'hero.screens: must be one screen or three',
    'problems: must be three',
  ])
})

test('a description fits into a search result', () => {
  const app = calmist()
  app.description = 'x'.repeat(156)
  expect(faults(app)).toEqual(['description: must have 110 to 155 characters, and has 156'])
})
