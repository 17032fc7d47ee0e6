import worker from '#worker/index'
import { forgetAll } from '#worker/isolate-state'
import { farBindings, farCaches, type Place } from './bindings'
import { controlPath, nowhere } from './distances'

/**
 * The site's worker, with bindings that are as far away as the bench says, and near until it says so. `npm
 * run bench:far` serves this file instead of worker/index.ts, and `npm run bench` uses its empty answer.
 */

let place: Place = { name: 'nowhere', distances: nowhere }
const here = () => place
const near = caches
// The worker knows the caches by this name alone.
Object.defineProperty(globalThis, 'caches', { value: farCaches(near, here) })

/** A single environment, since the worker keeps its configuration only while it gets the same one. */
let far: Env | null = null
const farOf = (env: Env): Env => {
  if (place.distances === nowhere) return env
  far ??= farBindings(env, here)
  return far
}

export default {
  async fetch(request, env, execution) {
    if (new URL(request.url).pathname !== controlPath) return worker.fetch(request, farOf(env), execution)
    // The time of an empty answer is that of wrangler and the machine.
    if (request.method === 'PUT') {
      place = await request.json<Place>()
      forgetAll()
    }
    return new Response(null, { status: 204 })
  },
  queue: (batch, env, execution) => worker.queue(batch, farOf(env), execution),
  scheduled: (event, env, execution) => worker.scheduled(event, farOf(env), execution),
} satisfies ExportedHandler<Env>
