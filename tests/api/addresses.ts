import { callContext } from '#local/functions/context.ts'
import { findRoute, loadFunctions } from '#local/functions/load.ts'

const routes = await loadFunctions('netlify/functions')

/** Every address of the API, read from the functions' configs. */
export const addresses = [...new Set(routes.flatMap(({ path }) => spelled(path)))]

/** Expands a route: `/a/:b(c|d){/:id}?` is /a/c and /a/d, each with and without an id. */
function spelled(path: string): string[] {
  const optional = /\{(.*?)\}\?/.exec(path)
  if (optional) {
    const [whole, part = ''] = optional
    return ['', part].flatMap((one) => spelled(path.replace(whole, one)))
  }
  const placeholder = /:\w+(?:\(([^)]*)\))?/.exec(path)
  if (!placeholder) return [path]
  const [whole, options = '8208000000000-0123456789ab'] = placeholder
  return options.split('|').flatMap((option) => spelled(path.replace(whole, option)))
}

/** Calls the function at an address, or answers 404. */
export async function call(request: Request, ip = '203.0.113.7'): Promise<Response> {
  const url = new URL(request.url)
  const match = findRoute(routes, request.method, url)
  if (!match) return new Response(null, { status: 404 })
  const context = callContext({ ip, params: match.params, url })
  return match.route.handler(request, context)
}
