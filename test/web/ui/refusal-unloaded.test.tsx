import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { initialPlayback } from '#web/player/core/playback-state'
import type { PlayerController } from '#web/player/dom/player-controller'
import { FailurePanel } from '#web/player/ui/failure-panel.tsx'
import { PlayerContext } from '#web/player/ui/player-context'

vi.mock('#web/player/ui/refusal-panel.tsx', () => {
  throw new Error('The line is down.')
})

it('a refused player can be tried again where its panel never loads', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const tryAgain = vi.fn()
  const player = { getSnapshot: () => initialPlayback, subscribe: () => () => {}, tryAgain }
  render(
    <PlayerContext value={player as unknown as PlayerController}>
      <FailurePanel failure="maintenance" onTryAgain={() => {}} onConfirmAge={undefined} />
    </PlayerContext>,
  )
  const offered = () => screen.getByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert').textContent).toContain('Playback stopped')
  act(() => offered().click())
  await act(() => vi.advanceTimersByTimeAsync(300_000))
  act(() => offered().click())
  expect(tryAgain).toHaveBeenCalledTimes(2)
})
