import type { ValidationTargets } from 'hono'
import type * as z from 'zod'
import { app } from '#worker/app'
import { commentRoutes } from '../matrix/matrix-comment-routes'
import { plainRoutes } from '../matrix/matrix-plain-routes'
import { type Role, roles } from '../matrix/matrix-rules'
import { videoRoutes } from '../matrix/matrix-video-routes'

type Target = keyof ValidationTargets

export interface FuzzRoute {
  /** The route's name in the matrix: `GET /api/videos/:id`. */
  name: string
  method: string
  /** The path with the patterns of its parameters. */
  path: string
  /** The schemas of its input. */
  reads: Partial<Record<Target, z.ZodType>>
  /** The roles that the matrix lets in. */
  admits: readonly Role[]
}

interface Reading {
  reads?: { target: Target; schema: z.ZodType }
}

type Handler = (c: never, next: never) => unknown

/** A parameter with its pattern. */
const parameter = /:(\w+)(\{[^/]*\})?/g

/** Returns the app's routes, with the schemas that their guards declare. */
export function routesOfApp(): FuzzRoute[] {
  const found = new Map<string, FuzzRoute>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue
    const name = `${method} ${path.replace(parameter, ':$1')}`
    const route = found.get(name) ?? { name, method, path, reads: {}, admits: admittedBy(name) }
    found.set(name, route)
    const { reads } = handler as Reading
    if (reads) route.reads[reads.target] = reads.schema
  }
  return [...found.values()]
}

function admittedBy(name: string): readonly Role[] {
  const answers = (role: Role) =>
    plainRoutes[name]?.(role) ??
    videoRoutes[name]?.(role, 'free') ??
    commentRoutes[name]?.(role, 'free') ??
    'ok'
  return roles.filter((role) => !['sign in', 'forbidden'].includes(answers(role)))
}

/**
 * Calls `reached` whenever the last handler of a route runs, which means that all guards have passed. Returns
 * a function that ends this.
 */
export function watchHandlers(routes: readonly FuzzRoute[], reached: (name: string) => void): () => void {
  const ends = routes.map(({ name, method, path }) => {
    // A number fits every pattern.
    const address = path
      .replaceAll(parameter, (_whole, _name, pattern) => (pattern ? '1' : 'name'))
      .replace('*', 'name')
    const [matched] = app.router.match(method, address)
    // The router's own entry, which can be replaced.
    const entry = matched
      .map(([each]) => each)
      .findLast(([, route]) => route.method === method && route.path === path)
    if (!entry) throw new Error(`No handler for ${name}`)
    const [handler] = entry
    entry[0] = ((c: never, next: never) => {
      reached(name)
      return (handler as Handler)(c, next)
    }) as typeof handler
    return () => {
      entry[0] = handler
    }
  })
  return () => {
    for (const end of ends) end()
  }
}
