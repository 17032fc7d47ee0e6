import type { Both, PageTimes, PlaceTimes, RequestTimes, Who } from './measure.ts'
import { counted, tripGoal } from './requests.ts'

const ms = (value: number) => value.toFixed(0)
const both = ({ cold, warm }: Both<number>) => `${ms(cold)} · ${ms(warm)}`
const bothCounts = ({ cold, warm }: Both<number>) => `${cold} · ${warm}`
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const verdict = (ok: boolean) => (ok ? 'met' : '**missed**')

/** Returns the page of the figures, and whether a count is over its goal. */
export function farReport(places: PlaceTimes[]): { report: string; isOver: boolean } {
  const names = places.map(({ name }) => name)
  const counts = countsOf(places)
  const films = filmRows(places)
  const report = `# Far, measured

Made by \`npm run bench:far\`: the real worker and local D1, R2, KV and Cache API, each as far away as the table says, and a viewer behind a
line that takes as long. Database and bucket are in Frankfurt. "Cold" is a place where no one was before: an isolate that knows nothing, and
empty caches. "Warm" is the same request again. Counts are the worker's own (Server-Timing), and equal on every machine; times are medians
of five, of a page three, in milliseconds, on this machine, whose two cores run worker, database, browser and viewer alike.

| distance, ms of a round trip | ${names.join(' | ')} |
| --- | ${names.map(() => '---:').join(' | ')} |
${distanceRows(places)}

## Counts

Cold · warm. Trips are the least of all rounds and places: those that need each other come one after the other in each, others only where one
happens to end before the next begins. Of reads it is the most. A cold isolate's trip for media is its first poll of revocations.

| request | sent by | trips to D1 in a row | goal | R2 reads | goal | |
| --- | --- | ---: | ---: | ---: | ---: | --- |
${counts.rows.join('\n')}

## First byte

Cold · warm, on an open connection. An answer for which the worker does nothing takes as long as the last row says.

| request | sent by | ${names.join(' | ')} |
| --- | --- | ${names.map(() => '---:').join(' | ')} |
${firstByteRows(places)}
${row('an empty answer', '', ...places.map(({ empty }) => ms(empty)))}

## Pages

In Chromium with an empty cache, cold · warm.

| page | opened by | ${names.join(' | ')} |
| --- | --- | ${names.map(() => '---:').join(' | ')} |
${pageRows(places, 'LCP', ({ largest }) => largest)}
${pageRows(places, 'first frame', ({ frame }) => frame)}
${row('a bare video on nginx, first frame', '', ...places.map(({ bareFrame }) => ms(bareFrame)))}

## Goals

| goal | limit | measured | |
| --- | ---: | ---: | --- |
${[...goalRows(places), ...films.rows].join('\n')}
`
  return { report, isOver: counts.isOver || films.isOver }
}

function distanceRows(places: PlaceTimes[]): string {
  const kinds = {
    viewer: 'viewer to edge',
    primary: "edge to D1's primary",
    replica: 'edge to the nearest replica',
    bucket: 'edge to R2',
    kv: "edge to KV's central store",
    cache: 'worker to the cache of its place',
  } as const
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  return names
    .map((kind) => row(kinds[kind], ...places.map(({ distances }) => String(distances[kind]))))
    .join('\n')
}

function countsOf(places: PlaceTimes[]): { rows: string[]; isOver: boolean } {
  let isOver = false
  const rows = rowsAcross(places, ({ requests }) => requests).map((each) => {
    const [{ asked, who }] = each as [RequestTimes]
    const goal = tripGoal(asked, who)
    const trips = {
      cold: counted(
        goal[0],
        each.map((times) => times.trips.cold),
      ),
      warm: counted(
        goal[1],
        each.map((times) => times.trips.warm),
      ),
    }
    const reads = {
      cold: Math.max(...each.map((times) => times.reads.cold)),
      warm: Math.max(...each.map((times) => times.reads.warm)),
    }
    const over = ({ cold, warm }: Both<number>, goal: readonly [number, number]) =>
      cold > goal[0] || warm > goal[1]
    const wrong = over(trips, goal) || over(reads, asked.reads)
    isOver ||= wrong
    const figures = [bothCounts(trips), goal.join(' · '), bothCounts(reads), asked.reads.join(' · ')]
    return row(asked.name, nameOf(who), ...figures, wrong ? '**over**' : '')
  })
  return { rows, isOver }
}

function firstByteRows(places: PlaceTimes[]): string {
  return rowsAcross(places, ({ requests }) => requests)
    .map((each) => {
      const [{ asked, who }] = each as [RequestTimes]
      return row(asked.name, nameOf(who), ...each.map(({ firstByte }) => both(firstByte)))
    })
    .join('\n')
}

function pageRows(places: PlaceTimes[], what: string, of: (page: PageTimes) => Both<number> | null): string {
  return rowsAcross(places, ({ pages }) => pages)
    .flatMap((each) => {
      const [{ path, who }] = each as [PageTimes]
      const cells = each.map(of).filter((times) => times !== null)
      return cells.length > 0 ? [row(`${path}, ${what}`, nameOf(who), ...cells.map(both))] : []
    })
    .join('\n')
}

/** Pages whose HTML the goal is about. */
const isHtml = ({ asked }: RequestTimes) => /^\/(?!api|media)/.test(asked.path)

function goalRows(places: PlaceTimes[]): string[] {
  const near = places[0]
  const far = places.at(-1)
  if (!near || !far) throw new Error('No place was measured')
  const html = far.requests.filter((times) => times.who === 'visitor' && isHtml(times))
  const slowest = Math.max(...html.map(({ firstByte }) => firstByte.warm))
  const limit = far.distances.viewer * 1.1 + 15
  const bytes = row(
    `${far.name}, warm: first byte of a visitor's HTML, the slowest page, within 1.1 × the viewer's round trip and 15 ms`,
    `${ms(limit)} ms`,
    `${ms(slowest)} ms`,
    verdict(slowest <= limit),
  )
  const beyond = slowest - far.empty
  const own = row(
    'the same beyond an empty answer of the same run, which takes the distance and what wrangler adds',
    `${ms(limit - far.distances.viewer)} ms`,
    `${ms(beyond)} ms`,
    verdict(beyond <= limit - far.distances.viewer),
  )
  const frame = ({ pages }: PlaceTimes) =>
    pages.find((page) => page.who === 'visitor' && page.frame)?.frame?.warm ?? Number.NaN
  const distance = far.bareFrame - near.bareFrame
  const most = frame(near) * 1.15 + distance
  const frames = row(
    `${far.name}, warm: first frame within 1.15 × ${near.name}'s, beyond what the viewer's distance adds to a bare video (${ms(distance)} ms)`,
    `${ms(most)} ms`,
    `${ms(frame(far))} ms`,
    verdict(frame(far) <= most),
  )
  return [bytes, own, frames]
}

/** Returns the rows about R2 reads of a visitor's film before its first frame, which are counts. */
function filmRows(places: PlaceTimes[]): { rows: string[]; isOver: boolean } {
  const films = places.flatMap(({ pages }) => pages.filter(({ who, frame }) => who === 'visitor' && frame))
  const goals = { cold: 1, warm: 0 } as const
  const counts = (['cold', 'warm'] as const).map((when) => {
    const most = Math.max(...films.map(({ filmReads }) => filmReads[when]))
    return { when, most, goal: goals[when] }
  })
  const rows = counts.map(({ when, most, goal }) =>
    row(
      `Everywhere, ${when}: R2 reads of a film before its first frame`,
      String(goal),
      String(most),
      verdict(most <= goal),
    ),
  )
  return { rows, isOver: counts.some(({ most, goal }) => most > goal) }
}

/** Returns for each row its measurement in every place. */
function rowsAcross<Row>(places: PlaceTimes[], of: (place: PlaceTimes) => Row[]): Row[][] {
  const [first] = places
  if (!first) return []
  return of(first).map((_, at) => places.map((place) => of(place)[at] as Row))
}

function nameOf(who: Who): string {
  return who === 'visitor' ? 'a visitor' : 'an account'
}
