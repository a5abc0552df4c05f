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
  optional?: boolean
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

/** The dependencies of a package on any platform. */
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
  // npm silently omits a package that the registry lacks, and `npm ci` then fails elsewhere.
  expect(missingIn(packages)).toEqual([])
})

test.each([
  ['node_modules/@astrojs/compiler-binding-darwin-arm64', '@astrojs/compiler-binding asks for'],
  ['node_modules/react', 'react-dom asks for'],
])('a lockfile without %s fails this check', (path, message) => {
  const { [path]: left, ...others } = packages
  expect(left).toBeDefined()
  expect(missingIn(others).join('\n')).toContain(`${message} ${path.replace('node_modules/', '')}`)
})

test('every package in the lockfile has a version and a hash', () => {
  const half = Object.entries(packages).filter(
    ([path, { version, integrity, inBundle }]) =>
      path !== '' && !inBundle && !(version && integrity),
  )
  expect(half).toEqual([])
})

test('the lockfile works with any registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([])
  expect(text).not.toMatch(/"[^"]*:\/\/[^"]*\.tgz"/)
})

test('packages run no script on installation', async () => {
  // The script of esbuild would download a file that the lockfile does not name.
  expect(await readFile('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'bin-darwin-arm64', 'win-x64'])(
  'the lockfile has Node for %s with its hash',
  (platform) => {
    const { [`node_modules/node-${platform}`]: node } = packages
    expect(node?.optional).toBe(true)
    expect(node?.integrity).toMatch(/^sha512-/)
  },
)
