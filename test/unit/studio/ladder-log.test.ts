import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growingFile } from '../../../web/studio/files/sync-file'
import { type Checkpoint, LadderLog, type LogHead } from '../../../web/studio/ladder/log'

const head: LogHead = {
  version: 1,
  bytes: 1000,
  duration: 100,
  rungs: [{ quality: 360, width: 640, height: 360, bitrate: 700_000 }],
}

function memoryFile() {
  const file = growingFile()
  return { ...file, flush: () => {}, close: () => {} }
}

function checkpoint(piece: number): Checkpoint {
  const time = 30 * piece
  return {
    time,
    rungs: [{ segments: [{ bytes: 10 + piece, start: time - 30, end: time }], format: '0164' }],
    tiles: piece * 3,
    preview: [[piece, 100, true]],
    previewFormat: '0142',
  }
}

describe('LadderLog', () => {
  it('restores what was written to its end, wherever a crash cut the log off', () => {
    const file = memoryFile()
    const log = new LadderLog(file)
    log.restore(head)
    const sizes = [1, 2, 3].map((piece) => {
      log.checkpoint(checkpoint(piece))
      return file.getSize()
    })
    log.made(['360p.mp4'])
    const all = file.content().slice()
    fc.assert(
      fc.property(fc.nat(all.length), (length) => {
        const cut = memoryFile()
        cut.write(all.slice(0, length), { at: 0 })
        const pieces = sizes.filter((size) => size <= length).length
        const progress = new LadderLog(cut).restore(head)
        expect(progress).toMatchObject({ time: 30 * pieces, tiles: 3 * pieces })
        expect(progress.rungs[0]?.segments.length).toBe(pieces)
        expect(progress.preview.length).toBe(pieces)
        expect(progress.made.size).toBe(length === all.length ? 1 : 0)

        // The log can be continued.
        new LadderLog(cut).checkpoint(checkpoint(pieces + 1))
        expect(new LadderLog(cut).restore(head).time).toBe(30 * (pieces + 1))
      }),
    )
  })

  it('begins anew for another source, and over what is no log', () => {
    const file = memoryFile()
    new LadderLog(file).restore(head)
    new LadderLog(file).checkpoint(checkpoint(1))
    expect(new LadderLog(file).restore({ ...head, bytes: 1001 }).time).toBe(0)

    const other = memoryFile()
    other.write(new TextEncoder().encode('{"head":\nnonsense\n'), { at: 0 })
    expect(new LadderLog(other).restore(head)).toMatchObject({ time: 0, made: new Set() })
    expect(new LadderLog(other).restore(head).time).toBe(0)
  })

  it('forgets pieces that can not be gone on with, but not what was handed over', () => {
    const file = memoryFile()
    const log = new LadderLog(file)
    log.restore(head)
    log.made(['storyboard.jpg'])
    log.checkpoint(checkpoint(1))
    expect(log.startAnew()).toMatchObject({ time: 0, made: new Set(['storyboard.jpg']) })
    expect(new LadderLog(file).restore(head)).toMatchObject({ time: 0, made: new Set(['storyboard.jpg']) })
  })
})
