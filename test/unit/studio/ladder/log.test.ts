import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growingFile } from '#web/studio/files/sync-file'
import { type Checkpoint, LadderLog, type LadderPlan, type LogHead } from '#web/studio/ladder/log'

const head: LogHead = { version: 3, bytes: 1000, duration: 100 }
const plan: LadderPlan = {
  renditions: [{ quality: 360, width: 640, height: 360, bitrate: 700_000 }],
  costs: [0.4],
}

function memoryFile() {
  const file = growingFile()
  return { ...file, flush: () => {}, close: () => {} }
}

function checkpoint(piece: number): Checkpoint {
  const time = 30 * piece
  const segments = [{ bytes: 10 + piece, start: time - 30, end: time }]
  return { time, renditions: [{ segments, format: '0164' }] }
}

describe('LadderLog', () => {
  it('restores what was written to its end, wherever a crash cut the log off', () => {
    const file = memoryFile()
    const log = new LadderLog(file)
    log.restore(head)
    log.plan(plan)
    log.beginPass(0)
    const begun = file.getSize()
    const sizes = [1, 2, 3].map((piece) => {
      log.checkpoint(checkpoint(piece))
      return file.getSize()
    })
    log.made(['360p.mp4'], 50)
    const all = file.content().slice()
    fc.assert(
      fc.property(fc.nat(all.length), (length) => {
        const cut = memoryFile()
        cut.write(all.slice(0, length), { at: 0 })
        const pieces = sizes.filter((size) => size <= length).length
        const progress = new LadderLog(cut).restore(head)
        expect(progress.reached.time).toBe(30 * pieces)
        expect(progress.reached.renditions[0]?.segments.length ?? 0).toBe(pieces)
        expect(progress.made.size).toBe(length === all.length ? 1 : 0)
        expect(progress.spent).toBe(length === all.length ? 50 : 0)
        if (length >= begun) expect(progress.plan).toEqual(plan)

        // The log can be continued after that.
        new LadderLog(cut).checkpoint(checkpoint(pieces + 1))
        expect(new LadderLog(cut).restore(head).reached.time).toBe(30 * (pieces + 1))
      }),
    )
  })

  it('begins again for another source, and over what is no log', () => {
    const file = memoryFile()
    new LadderLog(file).restore(head)
    new LadderLog(file).checkpoint(checkpoint(1))
    expect(new LadderLog(file).restore({ ...head, bytes: 1001 }).reached.time).toBe(0)

    const other = memoryFile()
    other.write(new TextEncoder().encode('{"head":\nnonsense\n'), { at: 0 })
    expect(new LadderLog(other).restore(head)).toMatchObject({ plan: null, made: new Set() })
    expect(new LadderLog(other).restore(head).reached.time).toBe(0)
  })

  it('adds up the bytes of the renditions that were handed over', () => {
    const file = memoryFile()
    const log = new LadderLog(file)
    log.restore(head)
    log.made(['360p.mp4'], 50)
    log.made(['storyboard.jpg'])
    log.made(['480p.mp4'], 70)
    expect(new LadderLog(file).restore(head).spent).toBe(120)
  })

  it('forgets the checkpoints of a pass that begins again or is over, but not what was handed over', () => {
    const file = memoryFile()
    const log = new LadderLog(file)
    log.restore(head)
    log.made(['storyboard.jpg'])
    log.beginPass(0)
    log.checkpoint(checkpoint(1))
    log.beginPass(1)
    const progress = new LadderLog(file).restore(head)
    expect(progress).toMatchObject({ pass: 1, reached: { time: 0 }, made: new Set(['storyboard.jpg']) })
  })
})
