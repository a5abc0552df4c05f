import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, Context } from '@netlify/functions'

type FunctionHandler = (request: Request, context: Context) => Response | Promise<Response>
type FunctionModule = { default?: unknown; config?: Config }

export type Route = {
  name: string
  path: string
  methods: readonly string[]
  pattern: URLPattern
  /** Addresses that match the pattern but belong to other functions. */
  excluded: readonly URLPattern[]
  /** Files of the same address come first. */
  afterFiles: boolean
  handler: FunctionHandler
}

export type Scheduled = { name: string; handler: FunctionHandler }

export type Match = { route: Route; params: Record<string, string> }

const list = <T>(oneOrMany: T | T[] = []): T[] =>
  Array.isArray(oneOrMany) ? oneOrMany : [oneOrMany]

type ImportFile = (file: string) => Promise<unknown>

const importOnce: ImportFile = (file) => import(/* @vite-ignore */ pathToFileURL(file).href)

type Loaded = { name: string; config: Config; handler: FunctionHandler }

/** Imports every file of the folder; each exports its addresses in `config`. */
export const loadFunctions = async (folder: string, importFile = importOnce): Promise<Route[]> =>
  (await load(folder, importFile)).flatMap(routesOf)

export const loadScheduled = async (folder: string): Promise<Scheduled[]> =>
  (await load(folder, importOnce)).filter(({ config }) => config.schedule)

async function load(folder: string, importFile: ImportFile): Promise<Loaded[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  return Promise.all(
    files.map(async (file) => {
      const name = basename(file, '.ts')
      // Its default export is checked below.
      const module = (await importFile(resolve(join(folder, file)))) as FunctionModule
      const { default: handler, config = {} } = module
      if (typeof handler === 'function')
        return { name, config, handler: handler as FunctionHandler }
      throw new Error(`${name}.ts has no handler as default export.`)
    }),
  )
}

function routesOf({ name, config, handler }: Loaded): Route[] {
  if (config.schedule) return []
  const paths = config.path === undefined ? [`/.netlify/functions/${name}`] : list(config.path)
  return paths.map((path) => ({
    name,
    path,
    methods: list(config.method),
    pattern: patternOf(path),
    excluded: list(config.excludedPath).map(patternOf),
    afterFiles: config.preferStatic ?? false,
    handler,
  }))
}

const patternOf = (path: string) => new URLPattern({ pathname: path }, { ignoreCase: true })

export function findRoute(routes: Route[], method: string, { pathname }: URL): Match | undefined {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  for (const route of routes) {
    if (route.methods.length > 0 && !route.methods.includes(method)) continue
    const groups = route.pattern.exec({ pathname: path })?.pathname.groups
    if (route.excluded.some((pattern) => pattern.test({ pathname: path }))) continue
    if (groups) return { route, params: present(groups) }
  }
  return undefined
}

function present(groups: Record<string, string | undefined>): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [key, value] of Object.entries(groups)) if (value !== undefined) params[key] = value
  return params
}
