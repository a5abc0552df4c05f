import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Package = {
  version?: string
  integrity?: string
  inBundle?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  resolved?: string
  hasInstallScript?: boolean
}
type Packages = Record<string, Package>

const text = await readFile('package-lock.json', 'utf8')
const { packages } = JSON.parse(text) as { packages: Packages }

/** Whether Node finds `name` from the package at `path`. */
function isThere(name: string, path: string, among: Packages): boolean {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const places = parts.map((_, i) => parts.slice(0, parts.length - i).join('/node_modules/'))
  const paths = [...places.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`]
  return paths.some((candidate) => candidate in among)
}

/** What a package asks for on any platform. */
const needsOf = ({ peerDependencies = {}, peerDependenciesMeta = {}, ...one }: Package) => [
  ...Object.keys({ ...one.dependencies, ...one.optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
]

const missingIn = (among: Packages) =>
  Object.entries(among).flatMap(([path, one]) =>
    needsOf(one)
      .filter((name) => !isThere(name, path, among))
      .map((name) => `${path} asks for ${name}`),
  )

test('every platform finds its packages in the lockfile', () => {
  // Where the registry lacks one, npm leaves it out without a word and `npm ci` fails elsewhere.
  expect(missingIn(packages)).toEqual([])
})

test.each([
  ['node_modules/@astrojs/compiler-binding-darwin-arm64', '@astrojs/compiler-binding asks for'],
  ['node_modules/react', 'react-dom asks for'],
])('without %s it would be noticed', (path, message) => {
  const { [path]: left, ...others } = packages
  expect(left).toBeDefined()
  expect(missingIn(others).join('\n')).toContain(`${message} ${path.replace('node_modules/', '')}`)
})

test('every package in it is known by its version and its content', () => {
  const half = Object.entries(packages).filter(
    ([path, { version, integrity, inBundle }]) =>
      path !== '' && !inBundle && !(version && integrity),
  )
  expect(half).toEqual([])
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
