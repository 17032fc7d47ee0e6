import { act, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error'
import { LoadError } from '#web/ui/feedback/load-error.tsx'

describe('what could not be loaded', () => {
  it('is asked for again once the line is back', () => {
    const retry = vi.fn()
    const { unmount } = render(<LoadError error={new TypeError('Failed to fetch')} onRetry={retry} />)
    act(() => window.dispatchEvent(new Event('online')))
    expect(retry).toHaveBeenCalledTimes(1)
    unmount()
    window.dispatchEvent(new Event('online'))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('is left alone when the server refused it', () => {
    const retry = vi.fn()
    render(<LoadError error={new ApiError(403, 'Forbidden', '')} onRetry={retry} />)
    act(() => window.dispatchEvent(new Event('online')))
    expect(retry).not.toHaveBeenCalled()
  })
})
