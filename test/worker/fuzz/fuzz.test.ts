import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptySite } from '../../support/empty-site'
import { makeUser, makeVideo } from '../../support/factories'
import { type Figures, Fuzz } from '../../support/fuzz/fuzz'
import { faultsInRows } from '../../support/fuzz/invariants'
import { paymentsWorld } from '../../support/payments/payments'
import { makeComment } from '../../support/videos/comments'

/**
 * The same in each run, so that a fault is caused by the change. `npm run test:long` uses others, with more
 * requests.
 */
const seed = Number(env.FUZZ_SEED || 19)
const requests = Number(env.FUZZ_REQUESTS || 1500)

/** Enough to reach every route. */
const enoughForAll = 1500

/** Ten times what a quiet machine takes. */
const timeoutMs = 60_000 + requests * 100

const world = paymentsWorld()
beforeEach(emptySite)

it(
  'whatever is sent, in whatever role, nothing falls and nobody gets what is not theirs',
  async () => {
    const fuzz = new Fuzz(seed, world)
    // Not printed, since that would take longer than the request.
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line) => fuzz.hear(level, String(line)))
    const figures = await fuzz.send(requests)
    report(figures)
    expect(figures.faults).toEqual([])
    expect(figures.requests).toBe(requests)
    expect(figures.reached / requests).toBeGreaterThanOrEqual(0.6)
    expect(figures.mediaOpened).toBeGreaterThan(0)
    const unreached = Object.entries(figures.byRoute).filter(([, reached]) => reached === 0)
    if (requests >= enoughForAll) expect(unreached).toEqual([])
  },
  timeoutMs,
)

it('sees in the rows what nothing may leave there', async () => {
  const { id: userId } = await makeUser()
  const { id } = await makeVideo(userId)
  await makeComment(id, userId)
  expect(await faultsInRows(env.DB)).toEqual([])
  const changes = [
    'update videos set likes = likes + 1',
    'update comments set likes = likes + 1',
    'update categories set video_count = video_count + 1 where id = 1',
    'update categories set premium_seconds = premium_seconds + 1 where id = 1',
    'update owner_counts set followers = followers + 1',
    'update owner_storage set bytes = bytes + 1',
    'insert into likes (user_id, video_id, created_at) select id, 999999, 0 from users',
    'insert into subscriptions (user_id, premium_until, updated_at) select id, 9e12, 0 from users',
  ]
  await env.DB.batch(changes.map((change) => env.DB.prepare(change)))
  const rules = (await faultsInRows(env.DB)).map((fault) => fault.split(':')[0])
  expect(rules).toEqual([
    'likes of a video',
    'likes of a comment',
    'videos of a category',
    'premium videos of a category',
    'followers of an account',
    'stored bytes of an account',
    'likes without a video',
    'premium without an event',
    expect.stringMatching(/^premium of account \d+ is 9000000000000 and not 0$/),
  ])
})

/** Prints the figures for the long test. A fault names the seed that reproduces it. */
function report({ byRoute, faults, ...figures }: Figures): void {
  const routes = Object.values(byRoute).filter((reached) => reached > 0).length
  // biome-ignore lint/suspicious/noConsole: figures of a run are for who runs it
  console.log(`fuzz ${JSON.stringify({ seed, ...figures, routes, faults: faults.length })}`)
}
