import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimIntent } from '#web/entities/viewer/claim-intent'
import { intentSlot, type KeptIntent } from '#web/entities/viewer/intent'

const like = { act: 'like', video: 3 } as const

function remember(changes: object = {}) {
  const kept: KeptIntent = { ...like, from: '/video/3', at: Date.now() }
  sessionStorage.setItem(intentSlot, JSON.stringify({ ...kept, ...changes }))
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/signin?from=%2Fvideo%2F3')
})

describe('what a visitor wanted before signing in', () => {
  it('is done once', () => {
    remember()
    expect(claimIntent()).toMatchObject(like)
    expect(claimIntent()).toBeNull()
  })

  it('is dropped by a sign-in that leads elsewhere', () => {
    remember()
    history.replaceState(null, '', '/signin')
    expect(claimIntent()).toBeNull()
  })

  it('expires', () => {
    remember()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
    expect(claimIntent()).toBeNull()
  })

  it('is nothing but what the page itself writes', () => {
    remember({ act: 'delete' })
    expect(claimIntent()).toBeNull()
  })
})
