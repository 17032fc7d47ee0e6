import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Recovery, type RecoveryAction, type RecoveryInput } from '#web/player/core/recovery'

const tickMs = 250

/** The state of an element stuck at second 30 of 100 with data ahead, which the cases below vary. */
const stuck: RecoveryInput = {
  now: 0,
  currentTime: 30,
  duration: 100,
  paused: false,
  ended: false,
  seeking: false,
  readyState: 4,
  buffered: [{ start: 0, end: 60 }],
  progressed: false,
  errorCode: null,
  mendable: false,
  silent: false,
  lowerQuality: false,
}
const starved: Partial<RecoveryInput> = { readyState: 2, buffered: [{ start: 0, end: 30 }] }
const unloaded: Partial<RecoveryInput> = { readyState: 0, currentTime: 0, duration: Number.NaN, buffered: [] }

interface Step extends RecoveryAction {
  now: number
}

/** An element that does as it is told, and otherwise reports `changes`. */
class Bench {
  readonly recovery = new Recovery()
  readonly steps: Step[] = []
  now = 0
  currentTime = 30

  run(ms: number, changes: Partial<RecoveryInput> | ((bench: Bench) => Partial<RecoveryInput>)): this {
    for (const end = this.now + ms; this.now < end; this.now += tickMs) {
      const varied = typeof changes === 'function' ? changes(this) : changes
      const input = { ...stuck, currentTime: this.currentTime, ...varied, now: this.now }
      const action = this.recovery.tick(input)
      if (!action) continue
      this.steps.push({ ...action, now: this.now })
      this.currentTime = action.at
    }
    return this
  }

  play(ms: number): this {
    return this.run(ms, (bench) => {
      bench.currentTime += tickMs / 1000
      return { currentTime: bench.currentTime }
    })
  }

  get types(): string[] {
    return this.steps.map(({ type }) => type)
  }
}

describe('Recovery', () => {
  it('lets a playing, paused or ended video alone', () => {
    expect(new Bench().play(20_000).steps).toEqual([])
    expect(new Bench().run(20_000, { ...starved, paused: true }).steps).toEqual([])
    expect(new Bench().run(20_000, { ended: true }).steps).toEqual([])
  })

  it('goes through all steps in order when the playhead is stuck on data, then gives up', () => {
    const bench = new Bench().play(250).run(60_000, {})
    expect(bench.types).toEqual(['retry', 'reload', 'nudge', 'nudge', 'nudge', 'skip', 'give-up'])
  })

  it('takes no step after its end, until it is restarted', () => {
    const bench = new Bench().play(250)
    bench.recovery.end()
    expect(bench.run(60_000, { errorCode: 2 }).steps).toEqual([])
    expect(bench.recovery.recovering).toBe(false)
    bench.recovery.restart()
    expect(bench.run(5000, { errorCode: 2 }).types).toContain('reload')
  })

  it('retries at the same second, more than two seconds after the playhead stopped', () => {
    const [retry] = new Bench().run(3000, {}).steps
    expect(retry).toMatchObject({ type: 'retry', at: 30 })
    expect(retry?.now).toBeGreaterThan(2000)
    expect(retry?.now).toBeLessThanOrEqual(2500)
  })

  it('steps over a small gap to where data begin', () => {
    const gap = {
      readyState: 2,
      buffered: [
        { start: 0, end: 30 },
        { start: 30.4, end: 60 },
      ],
    }
    const nudge = new Bench().run(15_000, gap).steps.find(({ type }) => type === 'nudge')
    expect(nudge?.at).toBeCloseTo(30.5)
  })

  it('tells a seek of the viewer from a step of its own', () => {
    const bench = new Bench().play(250).run(3000, {})
    expect(bench.types).toEqual(['retry'])
    expect(bench.recovery.isElsewhere(bench.currentTime)).toBe(false)
    expect(bench.recovery.isElsewhere(bench.currentTime - 20)).toBe(true)
  })

  it('reloads where the viewer went to while a step was under way', () => {
    const bench = new Bench().play(250).run(3000, {})
    expect(bench.types).toEqual(['retry'])
    // The element reports this itself: it was still seeking to the step's second.
    bench.recovery.moveTo(5)
    bench.currentTime = 5
    bench.run(20_000, { ...starved, currentTime: 5, buffered: [] })
    expect(bench.steps.at(-1)).toMatchObject({ at: 5 })
  })

  it('never takes what lies beyond a large hole for a gap', () => {
    const hole = {
      readyState: 2,
      buffered: [
        { start: 0, end: 30 },
        { start: 45, end: 60 },
      ],
    }
    const bench = new Bench().run(120_000, hole)
    expect(bench.types).not.toContain('nudge')
    expect(bench.steps.every(({ at }) => at === 30)).toBe(true)
  })

  it('waits for a slow network as long as bytes arrive, and does nothing', () => {
    let tick = 0
    const slow = () => ({ ...starved, progressed: tick++ % 16 === 0 })
    expect(new Bench().run(300_000, slow).steps).toEqual([])
  })

  it('waits for a slow seek as well', () => {
    let tick = 0
    const seeking = () => ({ ...starved, seeking: true, readyState: 1, progressed: tick++ % 16 === 0 })
    expect(new Bench().run(60_000, seeking).steps).toEqual([])
  })

  it('reloads a dead connection four times and gives up at the same second, without a skip', () => {
    const bench = new Bench().run(120_000, starved)
    expect(bench.types).toEqual(['retry', 'reload', 'reload', 'reload', 'reload', 'give-up'])
    expect(bench.steps.every(({ at }) => at === 30)).toBe(true)
  })

  it('answers network errors with reloads at their second after 1, 2, 4 and 8 s', () => {
    const bench = new Bench().play(1000)
    const failedAt = bench.now
    const second = bench.currentTime
    bench.run(60_000, { ...unloaded, errorCode: 2 })
    expect(bench.types).toEqual(['reload', 'reload', 'reload', 'reload', 'give-up'])
    expect(bench.steps.every(({ at }) => at === second)).toBe(true)
    const times = [failedAt, ...bench.steps.slice(0, 4).map(({ now }) => now)]
    const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** i)
      expect(wait).toBeLessThanOrEqual(1000 * 2 ** i + tickMs)
    }
  })

  it('reloads a paused video too, since it could not be started again', () => {
    expect(new Bench().run(2000, { ...unloaded, paused: true, errorCode: 2 }).types).toEqual(['reload'])
  })

  it('jumps ten seconds over data that cannot be decoded, after one reload', () => {
    const bench = new Bench().play(250)
    const second = bench.currentTime
    bench.run(3000, { errorCode: 3 })
    expect(bench.steps.slice(0, 2)).toMatchObject([
      { type: 'reload', at: second },
      { type: 'skip', at: second + 10 },
    ])
  })

  it('asks an engine to mend itself before it loads anything anew', () => {
    const network = new Bench().play(250).run(30_000, { errorCode: 2, mendable: true })
    expect(network.types).toEqual(['retry', 'reload', 'reload', 'reload', 'reload', 'give-up'])
    const damage = new Bench().play(250).run(30_000, { errorCode: 3, mendable: true })
    expect(damage.types).toEqual(['retry', 'retry', 'reload', 'skip', 'give-up'])
    expect(damage.steps[0]?.now).toBe(250)
  })

  it('tries a lower quality before it gives up ten seconds, at the same second', () => {
    const damaged = new Bench().play(250)
    const second = damaged.currentTime
    damaged.run(10_000, { errorCode: 3, lowerQuality: true })
    expect(damaged.types).toEqual(['reload', 'step-down', 'skip', 'give-up'])
    expect(damaged.steps[1]?.at).toBe(second)
    const held = new Bench().run(60_000, { lowerQuality: true })
    expect(held.types).toEqual([
      'retry',
      'reload',
      ...Array.from({ length: 3 }, () => 'nudge'),
      'step-down',
      'skip',
      'give-up',
    ])
  })

  it('gives an engine that is silent while a segment comes the time for one', () => {
    const silent = { ...starved, silent: true }
    expect(new Bench().run(14_000, silent).steps).toEqual([])
    expect(new Bench().run(16_000, silent).types).toEqual(['retry'])
  })

  it('skips no further than just before the end, and not at all from there', () => {
    const late = new Bench()
    late.currentTime = 94
    const whole = { buffered: [{ start: 0, end: 100 }] }
    expect(late.run(60_000, whole).steps.find(({ type }) => type === 'skip')?.at).toBe(99)
    const last = new Bench()
    last.currentTime = 99.5
    expect(last.run(60_000, whole).types).not.toContain('skip')
    expect(last.steps.every(({ at }) => at === 99.5)).toBe(true)
  })

  it('keeps its place while a reloaded element still reads 0', () => {
    const bench = new Bench().play(1000)
    const second = bench.currentTime
    bench.run(1500, { ...unloaded, errorCode: 2 })
    bench.currentTime = 0
    bench.run(500, { readyState: 1, buffered: [] })
    bench.run(4000, { ...unloaded, errorCode: 2 })
    expect(bench.steps.map(({ type, at }) => [type, at])).toEqual([
      ['reload', second],
      ['reload', second],
    ])
  })

  it('goes where the viewer went meanwhile', () => {
    const bench = new Bench().play(1000).run(500, { ...unloaded, errorCode: 2 })
    bench.recovery.moveTo(12)
    expect(bench.run(1000, { ...unloaded, errorCode: 2 }).steps).toMatchObject([{ type: 'reload', at: 12 }])
  })

  it('takes back a planned reload when bytes arrive after all', () => {
    const bench = new Bench().run(10_750, starved)
    expect(bench.types).toEqual(['retry'])
    bench.run(250, { ...starved, progressed: true }).run(4000, starved)
    expect(bench.types).toEqual(['retry'])
  })

  it('forgets trouble after ten healthy seconds, and not before', () => {
    const soon = new Bench().run(2500, {}).play(9000).run(2500, {}).run(1500, {})
    expect(soon.types).toEqual(['retry', 'reload'])
    const later = new Bench().run(2500, {}).play(11_000).run(2500, {})
    expect(later.types).toEqual(['retry', 'retry'])
    const damage = { errorCode: 3, mendable: true }
    const mended = new Bench().play(250).run(500, damage).play(11_000).run(250, damage)
    expect(mended.types).toEqual(['retry', 'retry', 'retry'])
  })

  it('concludes nothing from a sleeping tab', () => {
    const bench = new Bench().play(1000)
    bench.now += 3_600_000
    expect(bench.run(1500, {}).steps).toEqual([])
  })

  it('starts a fresh schedule on "Try again", at the second where it gave up', () => {
    const bench = new Bench().play(250)
    const second = bench.currentTime
    bench.run(60_000, { ...unloaded, errorCode: 2 })
    expect(bench.types.at(-1)).toBe('give-up')
    bench.steps.length = 0
    expect(bench.recovery.restart()).toBe(second)
    expect(bench.run(60_000, { ...unloaded, errorCode: 2 }).types).toHaveLength(5)
  })

  it('says that it is at work until the playhead moves', () => {
    const bench = new Bench().run(1000, {})
    expect(bench.recovery.recovering).toBe(false)
    expect(bench.run(2000, {}).recovery.recovering).toBe(true)
    expect(bench.play(500).recovery.recovering).toBe(false)
  })
})

describe('Recovery, whatever happens', () => {
  const moment = fc.record({
    ticks: fc.integer({ min: 1, max: 40 }),
    plays: fc.boolean(),
    progressed: fc.boolean(),
    readyState: fc.integer({ min: 0, max: 4 }),
    errorCode: fc.constantFrom(null, null, null, 2, 3, 4),
    mendable: fc.boolean(),
    lowerQuality: fc.boolean(),
    lead: fc.double({ min: 0, max: 20, noNaN: true }),
  })
  const RANK = { retry: 0, reload: 1, nudge: 2, 'step-down': 3, skip: 4, 'give-up': 5 }

  function eachAction(
    check: (action: RecoveryAction, before: number, errorCode: number | null) => void,
  ): void {
    fc.assert(
      fc.property(
        fc.array(moment, { maxLength: 60 }),
        fc.double({ min: 1, max: 590, noNaN: true }),
        (moments, start) => {
          const recovery = new Recovery()
          let position = start
          let now = 0
          recovery.tick({ ...stuck, duration: 600, currentTime: position, now })
          for (const { ticks, plays, lead, ...moment } of moments) {
            const { readyState, errorCode } = moment
            for (let i = 0; i < ticks; i += 1) {
              now += tickMs
              const runs = plays && errorCode === null && readyState >= 3
              if (runs) position = Math.min(position + 0.25, 600)
              const action = recovery.tick({
                ...stuck,
                ...moment,
                now,
                duration: readyState === 0 ? Number.NaN : 600,
                currentTime: readyState === 0 ? 0 : position,
                buffered: [{ start: Math.max(0, position - 5), end: position + lead }],
              })
              if (!action) continue
              check(action, position, errorCode)
              position = action.at
            }
          }
        },
      ),
    )
  }

  it('never goes back by more than a second, never to the start, never past the end', () => {
    eachAction((action, before) => {
      expect(action.at).toBeGreaterThanOrEqual(before - 1)
      expect(action.at).toBeGreaterThan(0)
      expect(action.at).toBeLessThanOrEqual(600)
    })
  })

  it('moves forward by ten seconds at most, and only by a skip or a nudge', () => {
    eachAction((action, before) => {
      if (action.type !== 'skip' && action.type !== 'nudge')
        expect(action.at - before).toBeLessThanOrEqual(0.26)
      expect(action.at - before).toBeLessThanOrEqual(10.26)
    })
  })

  it('keeps the order of its steps until playback is healthy, errors apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 })), { maxLength: 40 }),
        (phases) => {
          const bench = new Bench()
          for (const [data, ticks] of phases) bench.run(ticks * tickMs, data ? {} : starved)
          const ranks = bench.steps.map(({ type }) => RANK[type])
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
          expect(bench.types.filter((type) => type === 'retry').length).toBeLessThanOrEqual(1)
          expect(bench.types.filter((type) => type === 'reload').length).toBeLessThanOrEqual(4)
        },
      ),
    )
  })
})
