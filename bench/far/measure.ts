import type { Browser } from '@playwright/test'
import { median } from '#tools/figures/median'
import { siteOrigin } from '#tools/site/local'
import { demoAccount } from '../requests/endpoints.ts'
import type { DelayLine } from './delay-line.ts'
import { controlPath, type Distances } from './distances.ts'
import { bareFrame, type Painted, paint } from './pages.ts'
import { type Answer, type Asked, counted, openClient, tripGoal } from './requests.ts'

/**
 * Values of a cold and a warm place. Cold is a place never visited: an isolate without any state, and empty
 * caches.
 */
export interface Both<Value> {
  cold: Value
  warm: Value
}

export type Who = 'visitor' | 'account'

export interface RequestTimes {
  asked: Asked
  who: Who
  /**
   * The least of all rounds: trips that need each other come one after the other in each, others only where one
   * happens to end before the next begins.
   */
  trips: Both<number>
  /** The most of all rounds. */
  reads: Both<number>
  /** A median, as all times. */
  firstByte: Both<number>
}

export interface PageTimes {
  path: string
  who: Who
  largest: Both<number>
  frame: Both<number> | null
  /** The most reads of R2 for the film's bytes until the first frame. */
  filmReads: Both<number>
}

export interface PlaceTimes {
  name: string
  distances: Distances
  requests: RequestTimes[]
  pages: PageTimes[]
  /** Milliseconds of a response for which the worker does nothing. */
  empty: number
  /** Milliseconds to the first frame of a bare video, from nginx. */
  bareFrame: number
}

export interface Lines {
  site: DelayLine
  bare: DelayLine
}

export interface Subjects {
  requests: Asked[]
  /** Paths of pages that a browser opens. */
  pages: string[]
  barePage: string
}

const rounds = { requests: 5, pages: 3 }
/** Enough for the work that is deferred until after the answer. */
const restMs = 100

export async function measurePlace(
  [name, distances]: [string, Distances],
  { requests, pages, barePage }: Subjects,
  lines: Lines,
  browser: Browser,
): Promise<PlaceTimes> {
  lines.site.roundTrip = lines.bare.roundTrip = distances.viewer
  const move = mover(name, distances)
  await move()
  const bare = median(await repeated(rounds.pages, () => bareFrame(browser, barePage)))
  const session = await signIn(lines.site)
  const cookies = { visitor: {}, account: { session } } as const
  const requestTimes: RequestTimes[] = []
  for (const asked of requests)
    for (const who of ['visitor', 'account'] as const)
      if (!asked.only || asked.only === who)
        requestTimes.push(
          await timeRequest(asked, who, lines.site, move, who === 'account' ? `session=${session}` : ''),
        )
  const pageTimes: PageTimes[] = []
  for (const path of pages)
    for (const who of ['visitor', 'account'] as const)
      pageTimes.push(await timePage(path, who, browser, move, cookies[who]))
  return {
    name,
    distances,
    requests: requestTimes,
    pages: pageTimes,
    empty: await timeEmpty(lines.site),
    bareFrame: bare,
  }
}

/** Returns a function that moves the worker to a new place, never visited, at these distances. */
function mover(name: string, distances: Distances) {
  let places = 0
  return async () => {
    places += 1
    const place = JSON.stringify({ name: encodeURIComponent(`${name} ${places}`), distances })
    const { ok } = await fetch(siteOrigin + controlPath, { method: 'PUT', body: place })
    if (!ok) throw new Error('The site is not that of the bench')
  }
}

async function signIn(line: DelayLine): Promise<string> {
  const client = openClient(line)
  const { headers } = await client.send({
    path: '/api/auth/login',
    method: 'POST',
    json: demoAccount('viewer'),
  })
  client.close()
  const [, session] = /\bsession=([^;]+)/.exec(String(headers['set-cookie'])) ?? []
  if (!session) throw new Error('Signing in gave no session')
  return session
}

async function timeRequest(
  asked: Asked,
  who: Who,
  line: DelayLine,
  move: () => Promise<void>,
  cookie: string,
): Promise<RequestTimes> {
  const client = openClient(line)
  const send = () => client.send(asked, cookie)
  const cold = await repeated(rounds.requests, async () => {
    await move()
    // Opens the connection.
    await client.send({ path: controlPath })
    const answer = await send()
    await rest()
    return answer
  })
  await send()
  await rest()
  const warm = await repeated(rounds.requests, send)
  client.close()
  const both = (of: (answers: Answer[]) => number) => ({ cold: of(cold), warm: of(warm) })
  const [whenCold, whenWarm] = tripGoal(asked, who)
  const trips = {
    cold: counted(
      whenCold,
      cold.map((each) => each.trips),
    ),
    warm: counted(
      whenWarm,
      warm.map((each) => each.trips),
    ),
  }
  const reads = both((answers) => Math.max(...answers.map((each) => each.reads)))
  const firstByte = both((answers) => median(answers.map((each) => each.firstByte)))
  return { asked, who, trips, reads, firstByte }
}

async function timePage(
  path: string,
  who: Who,
  browser: Browser,
  move: () => Promise<void>,
  cookies: Record<string, string>,
): Promise<PageTimes> {
  const open = () => paint(browser, path, cookies)
  const cold = await repeated(rounds.pages, async () => {
    await move()
    return open()
  })
  const warm = await repeated(rounds.pages, open)
  const both = (of: (painted: Painted) => number) => ({
    cold: median(cold.map(of)),
    warm: median(warm.map(of)),
  })
  const hasVideo = cold.every(({ frame }) => frame !== null)
  const most = (painted: Painted[]) => Math.max(...painted.map(({ filmReads }) => filmReads))
  return {
    filmReads: { cold: most(cold), warm: most(warm) },
    path,
    who,
    largest: both(({ largest }) => largest),
    frame: hasVideo ? both(({ frame }) => frame ?? Number.NaN) : null,
  }
}

async function timeEmpty(line: DelayLine): Promise<number> {
  const client = openClient(line)
  await client.send({ path: controlPath })
  const answers = await repeated(rounds.requests, () => client.send({ path: controlPath }))
  client.close()
  return median(answers.map(({ firstByte }) => firstByte))
}

async function repeated<Value>(rounds: number, task: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let round = 0; round < rounds; round += 1) values.push(await task())
  return values
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs))
}
