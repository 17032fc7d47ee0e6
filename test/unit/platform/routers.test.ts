import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { METHODS } from 'hono/router'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '#worker/env'
import { AppError } from '#worker/errors'
import { accountRoutes, openRoutes, requireCapability, staffRoutes } from '#worker/http/routers'
import { type Actor, visitor } from '#worker/services/context'

const user = { kind: 'user', role: 'user', id: 7 } as Actor
const administrator = { kind: 'user', role: 'administrator', id: 8 } as Actor

const asking =
  (actor: Actor): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    type Variables = AppEnv['Variables']
    c.set('ctx', { actor: visitor } as Variables['ctx'])
    c.set('identity', { own: async () => ({ actor }) } as Variables['identity'])
    await next()
  }

/** Builds an app like ours: its routers share a path, in the order most likely to conflict. */
function appFor(actor: Actor) {
  const app = new Hono<AppEnv>()
    .use(asking(actor))
    .route('/things', everyVerb(staffRoutes('site.administer'), '/:id/staff'))
    .route('/things', everyVerb(accountRoutes(), '/:id/own'))
    .route('/things', everyVerb(openRoutes(), '/:id'))
    .route('/whole', wholePath(accountRoutes()))
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error)))
  app.notFound((c) => c.text('nothing'))
  return app
}

function everyVerb(routes: ReturnType<typeof openRoutes> | ReturnType<typeof accountRoutes>, path: string) {
  const router = routes as ReturnType<typeof openRoutes>
  return router
    .get(path, (c) => c.text('done'))
    .post(path, (c) => c.text('done'))
    .put(path, (c) => c.text('done'))
    .patch(path, (c) => c.text('done'))
    .delete(path, (c) => c.text('done'))
}

/** Builds routes without a path of their own, with middleware that must also get an account. */
function wholePath(routes: ReturnType<typeof accountRoutes>) {
  return routes
    .use(async (c, next) => {
      if (c.var.ctx.actor.id === undefined) throw new Error('Before the guard')
      await next()
    })
    .get((c) => c.text('done'))
    .all('/all', (c) => c.text('done'))
    .on('GET', '/on', (c) => c.text('done'))
    .on(['GET', 'POST'], ['/several', '/more'], (c) => c.text('done'))
    .route(
      '/nested',
      accountRoutes().get('/deep', (c) => c.text('done')),
    )
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

async function answer(actor: Actor, method: string, path: string): Promise<string> {
  return (await appFor(actor).request(path, { method })).text()
}

describe.each(methods)('%s', (method) => {
  it.each([
    ['/things/1', 'done', 'done', 'done'],
    ['/things/1/own', 'unauthenticated', 'done', 'done'],
    ['/things/1/staff', 'unauthenticated', 'forbidden', 'done'],
    ['/things/1/nothing', 'nothing', 'nothing', 'nothing'],
    ['/things', 'nothing', 'nothing', 'nothing'],
  ])('%s answers visitors, accounts and administrators %s, %s, %s', async (path, ...expected) => {
    const answers = [visitor, user, administrator].map((actor) => answer(actor, method, path))
    expect(await Promise.all(answers)).toEqual(expected)
  })
})

it.each(['/whole', '/whole/all', '/whole/on', '/whole/several', '/whole/more', '/whole/nested/deep'])(
  '%s is guarded, however it was added',
  async (path) => {
    expect([await answer(visitor, 'GET', path), await answer(user, 'GET', path)]).toEqual([
      'unauthenticated',
      'done',
    ])
  },
)

/** Returns a staff router's responses to a visitor and to an administrator, requested with `method`. */
async function answersOf(routes: ReturnType<typeof staffRoutes>, method: string, path: string) {
  const app = (actor: Actor) =>
    new Hono<AppEnv>()
      .use(asking(actor))
      .route('/', routes)
      .onError((error, c) => c.text(error instanceof AppError ? error.code : String(error)))
      .notFound((c) => c.text('nothing'))
      .request(path, { method })
  return Promise.all([visitor, administrator].map(async (actor) => (await app(actor)).text()))
}

const done = (c: Context) => c.text('done')

it.each(METHODS)('guards every verb that Hono knows: %s', async (verb) => {
  const routes = staffRoutes('site.administer')
  routes[verb]('/thing', done)
  expect(await answersOf(routes, verb.toUpperCase(), '/thing')).toEqual(['unauthenticated', 'done'])
})

it('guards routes under a base path, also under a second one', async () => {
  const routes = staffRoutes('site.administer')
  routes.basePath('/a').get('/thing', done)
  routes.basePath('/a').basePath('/b').get('/thing', done)
  expect(await answersOf(routes, 'GET', '/a/thing')).toEqual(['unauthenticated', 'done'])
  expect(await answersOf(routes, 'GET', '/a/b/thing')).toEqual(['unauthenticated', 'done'])
})

it('takes no router under it that has another guard', () => {
  const refused = 'The router under /x has another guard, or none'
  const others = [openRoutes(), accountRoutes(), new Hono()] as ReturnType<typeof accountRoutes>[]
  for (const other of others) {
    expect(() => staffRoutes('site.administer').route('/x', other)).toThrow(refused)
    expect(() => staffRoutes('site.administer').basePath('/y').route('/x', other)).toThrow(refused)
  }
  expect(() => accountRoutes().route('/x', staffRoutes('site.administer'))).toThrow(refused)
})

it('takes a staff router under it that asks for more or less, each with its own guard', async () => {
  const routes = staffRoutes('desk.open').route(
    '/x',
    staffRoutes('payment.read').get('/thing', requireCapability('payment.decide'), done).get('/other', done),
  )
  const answers = async (role: string, path: string) => {
    const app = new Hono<AppEnv>()
      .use(asking({ kind: 'user', role, id: 9 } as Actor))
      .route('/', routes)
      .onError((error, c) => c.text(error instanceof AppError ? error.code : String(error)))
    return (await app.request(path)).text()
  }
  expect(await answers('moderator', '/x/other')).toBe('forbidden')
  expect(await answers('support', '/x/other')).toBe('done')
  expect(await answers('support', '/x/thing')).toBe('forbidden')
  expect(await answers('administrator', '/x/thing')).toBe('done')
})

it('mounts nothing, since that would have no guard', () => {
  expect(() => accountRoutes().mount('/x', () => new Response('done'))).toThrow('mounted at /x')
})

it('has looked at every way by which a route is added', () => {
  const own = Object.keys(new Hono()).filter(
    (name) =>
      typeof Reflect.get(new Hono(), name) === 'function' && !/^(?:getPath|errorHandler|fire)$/.test(name),
  )
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(Hono.prototype))
  expect([...own, ...inherited].sort()).toEqual(
    [
      ...METHODS,
      'all',
      'basePath',
      'constructor',
      'fetch',
      'mount',
      'notFound',
      'on',
      'onError',
      'request',
      'route',
      'use',
    ].sort(),
  )
})
