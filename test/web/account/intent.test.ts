import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimIntent, rememberIntent } from '../../../web/entities/viewer/intent'

const like = { act: 'like', video: 3 } as const

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/signin?from=%2Fvideo%2F3')
})

describe('what a visitor wanted before signing in', () => {
  it('is done once', () => {
    rememberIntent(like, '/video/3')
    expect(claimIntent()).toMatchObject(like)
    expect(claimIntent()).toBeNull()
  })

  it('is dropped by a sign-in that leads elsewhere', () => {
    rememberIntent(like, '/video/3')
    history.replaceState(null, '', '/signin')
    expect(claimIntent()).toBeNull()
  })

  it('expires', () => {
    rememberIntent(like, '/video/3')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
    expect(claimIntent()).toBeNull()
  })

  it('is nothing but what the page itself writes', () => {
    sessionStorage.setItem(
      'after-sign-in',
      JSON.stringify({ act: 'delete', video: 3, from: '/video/3', until: 9e15 }),
    )
    expect(claimIntent()).toBeNull()
  })
})
