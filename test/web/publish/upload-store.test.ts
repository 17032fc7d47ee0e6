import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadStore } from '#web/features/publish/upload/store/upload-store'

beforeEach(() => uploadStore.open())
afterEach(() => vi.restoreAllMocks())

describe('the store of uploads', () => {
  it('keeps what can not be written, and writes it when there is room', async () => {
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    })
    uploadStore.put('draft:1:a', 'typed')
    await uploadStore.saved()
    await uploadStore.open()
    expect(uploadStore.isSaved).toBe(false)
    expect(uploadStore.get('draft:1:a')).toBe('typed')
    uploadStore.replace('draft:1:a', 'typed on')
    full.mockRestore()
    await uploadStore.saved()
    expect(uploadStore.isSaved).toBe(true)
    await uploadStore.open()
    expect(uploadStore.get('draft:1:a')).toBe('typed on')
  })

  it('lives as long as the page where there is no database', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Not allowed.', 'SecurityError')
    })
    const close = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The connection is closing.', 'InvalidStateError')
    })
    uploadStore.put('draft:1:b', 'typed')
    await uploadStore.saved()
    await uploadStore.open()
    expect(close).toHaveBeenCalled()
    expect(uploadStore.get('draft:1:b')).toBe('typed')
    expect(uploadStore.isSaved).toBe(false)
    vi.restoreAllMocks()
    await uploadStore.saved()
    expect(uploadStore.isSaved).toBe(true)
  })

  it('hears of the first upload of another tab before it has read anything', async () => {
    vi.resetModules()
    const fresh = (await import('#web/features/publish/upload/store/upload-store')).uploadStore
    const heard: string[] = []
    const stop = fresh.onChange((key) => heard.push(key))
    uploadStore.put('job:1:first', 'published')
    await vi.waitFor(() => expect(heard).toEqual(['job:1:first']))
    stop()
  })

  it('believes another tab rather than what was read before it wrote', async () => {
    const channel = new EventTarget()
    vi.stubGlobal('BroadcastChannel', function fakeChannel() {
      return channel
    })
    vi.resetModules()
    const fresh = (await import('#web/features/publish/upload/store/upload-store')).uploadStore
    uploadStore.put('job:1:c', 'published')
    await uploadStore.saved()
    const nothing = IDBKeyRange.only('nothing')
    const { getAllKeys, getAll } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementationOnce(function early(
      this: IDBObjectStore,
    ) {
      return getAllKeys.call(this, nothing)
    })
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(function early(this: IDBObjectStore) {
      const data = { key: 'job:1:c', change: { value: 'published', onlyIfThere: true } }
      channel.dispatchEvent(new MessageEvent('message', { data }))
      return getAll.call(this, nothing)
    })
    await fresh.open()
    expect(fresh.get('job:1:c')).toBe('published')
    vi.unstubAllGlobals()
  })

  it('does not bring back what was removed when another tab changed it late', async () => {
    uploadStore.put('job:1:d', 'published')
    uploadStore.remove('job:1:d')
    await uploadStore.saved()
    const heard: string[] = []
    const stop = uploadStore.onChange((key) => heard.push(key))
    const otherTab = new BroadcastChannel('uploads')
    otherTab.postMessage({ key: 'job:1:d', change: { value: 'published', onlyIfThere: true } })
    otherTab.postMessage({ key: 'job:1:e', change: { value: 'published', onlyIfThere: false } })
    await vi.waitFor(() => expect(heard).toContain('job:1:e'))
    expect(heard).toEqual(['job:1:e'])
    expect(uploadStore.get('job:1:d')).toBeUndefined()
    otherTab.close()
    stop()
  })
})
