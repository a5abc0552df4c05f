import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Package = {
  optionalDependencies?: Record<string, string>
  resolved?: string
  hasInstallScript?: boolean
}

const text = await readFile('package-lock.json', 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Package> }

/** Where Node would find `name` from the package at `path`. */
function find(name: string, path: string): string | undefined {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const places = parts.map((_, i) => parts.slice(0, parts.length - i).join('/node_modules/'))
  const paths = [...places.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`]
  return paths.find((candidate) => candidate in packages)
}

test('every platform finds its packages in the lockfile', () => {
  // Where the registry lacks one, npm leaves it out without a word and `npm ci` fails elsewhere.
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !find(name, path))
      .map((name) => `${path} asks for ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lockfile ties nobody to one registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([])
  expect(text).not.toMatch(/"[^"]*:\/\/[^"]*\.tgz"/)
})

test('npm is told which packages may run a script when they are installed', async () => {
  const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const withScript = Object.entries(packages).filter(([, one]) => one.hasInstallScript)
  const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort())
})
