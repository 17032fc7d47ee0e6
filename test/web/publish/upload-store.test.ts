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
})
