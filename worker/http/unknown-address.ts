import type { Context, Hono } from 'hono'
import type { AppEnv } from '../env'
import { AppError, nothingHere, videoNotFound } from '../errors'
import { errorResponse } from './error-response'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers 404, or 405 with the allowed methods if the path exists for others. */
export function unknownAddress(app: Hono<AppEnv>, c: Context<AppEnv>): Response {
  const allowed = methods.filter((method) => isRouted(app, method, c.req.path))
  if (allowed.length === 0) {
    return errorResponse(namesNoVideo(app, c.req.path) ? videoNotFound() : nothingHere(), c)
  }
  const response = errorResponse(
    new AppError('method_not_allowed', `This URL doesn't accept ${c.req.method}.`),
    c,
  )
  response.headers.set('allow', allowed.join(', '))
  return response
}

/** Returns whether the path would be a video's if the name in it were an ID. */
function namesNoVideo(app: Hono<AppEnv>, path: string): boolean {
  const withId = path.replace(/(?<=^\/api\/videos\/)[^/]+/, '1')
  return withId !== path && methods.some((method) => isRouted(app, method, withId))
}

/** Skips middleware, which is routed for every method, and the pages, which match any path. */
function isRouted(app: Hono<AppEnv>, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path)
  return handlers.some(([[, route]]) => route.method !== 'ALL' && route.path !== '/*')
}
