import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasRoom } from '#web/studio/files/stored-files'
import { ladderFiles } from '#web/studio/ladder/files'
import { ladderGroup } from '#web/studio/ladder/ladder'

afterEach(() => vi.unstubAllGlobals())

describe('the files of a ladder without a private file system', () => {
  it('are kept in memory, and can be opened again where they were left', async () => {
    const files = await ladderFiles('one')
    const first = await files.open('360p.mp4')
    first.write(Uint8Array.of(1, 2, 3), { at: 0 })
    first.close()
    const second = await files.open('360p.mp4')
    second.write(Uint8Array.of(4), { at: second.getSize() })
    second.close()

    const made = await files.read('360p.mp4', 'video/mp4')
    expect(made).toMatchObject({ storedName: null, file: { type: 'video/mp4' } })
    expect([...new Uint8Array((await made?.file.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([1, 2, 3, 4])

    await files.removeAll()
    expect(await files.read('360p.mp4', 'video/mp4')).toBeNull()
  })

  it('have room, as far as a browser without a storage manager can tell', async () => {
    vi.stubGlobal('navigator', {})
    expect(await hasRoom(1e12)).toBe(true)
  })

  it('have names that stay within their group', () => {
    expect(ladderGroup('3f2a-01')).toBe('ladder-3f2a-01')
    expect(() => ladderGroup('../x')).toThrow(TypeError)
    expect(() => ladderGroup('a.b')).toThrow(TypeError)
  })
})
