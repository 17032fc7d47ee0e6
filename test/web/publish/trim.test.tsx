import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TrimEditor } from '#web/studio/ui/trim-editor.tsx'
import { expectAccessible } from '../support/axe'

const studio = vi.hoisted(() => ({ filmstrip: vi.fn(), frameTimes: vi.fn(), inspectVideo: vi.fn() }))
vi.mock('#web/studio/studio', () => studio)

const facts = { frameRate: 25, cannotTrim: null }

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  studio.filmstrip.mockResolvedValue(0)
  studio.frameTimes.mockResolvedValue([])
  studio.inspectVideo.mockResolvedValue(facts)
})

function setUp(cut: { start: number; end: number } | null = null) {
  const onChange = vi.fn()
  render(
    <main>
      <h1>Edit</h1>
      <TrimEditor video="/media/x/source.mp4" duration={60} shortest={1} cut={cut} onChange={onChange} />
    </main>,
  )
  return { onChange }
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Trim video' }))
  await vi.waitFor(() => expect(studio.inspectVideo).toHaveBeenCalled())
}

const handle = (edge: 'Start' | 'End') =>
  screen.getByRole('slider', { name: `Selection ${edge.toLowerCase()}` })

describe('TrimEditor', () => {
  it('is a button until it is wanted, then selects the whole', async () => {
    const { onChange } = setUp()
    await open()
    expect(handle('Start').getAttribute('aria-valuetext')).toBe('0:00.000')
    expect(handle('End').getAttribute('aria-valuetext')).toBe('1:00.000')
    expect(screen.getByRole('button', { name: 'Apply trim' })).toHaveProperty('disabled', true)
    expect(onChange).not.toHaveBeenCalled()
    await expectAccessible()
  })

  it('moves by a frame, and by a second with Shift', async () => {
    setUp()
    await open()
    fireEvent.keyDown(handle('Start'), { key: 'ArrowRight' })
    expect(handle('Start').getAttribute('aria-valuetext')).toBe('0:00.040')
    fireEvent.keyDown(handle('Start'), { key: 'ArrowRight', shiftKey: true })
    expect(handle('Start').getAttribute('aria-valuetext')).toBe('0:01.040')
    fireEvent.keyDown(handle('End'), { key: 'ArrowLeft' })
    expect(handle('End').getAttribute('aria-valuetext')).toBe('0:59.960')
  })

  it('steps from frame to frame where they come unevenly', async () => {
    studio.frameTimes.mockResolvedValue([0, 0.1, 0.35, 0.4])
    setUp()
    await open()
    handle('Start').focus()
    await vi.waitFor(() =>
      expect(studio.frameTimes).toHaveBeenCalledWith(expect.anything(), 0, expect.anything()),
    )
    const text = () => handle('Start').getAttribute('aria-valuetext')
    // Its properties are known with the next render.
    await act(async () => {})
    for (const [key, shown] of [
      ['ArrowRight', '0:00.100'],
      ['ArrowRight', '0:00.350'],
      ['ArrowLeft', '0:00.100'],
    ] as const) {
      fireEvent.keyDown(handle('Start'), { key })
      expect(text()).toBe(shown)
    }
  })

  it('takes typed times, keeps the handles apart and inside, and says what is no time', async () => {
    setUp()
    await open()
    const start = screen.getByLabelText('Start')
    await userEvent.clear(start)
    await userEvent.type(start, '0:12.5{Enter}')
    expect(handle('Start').getAttribute('aria-valuetext')).toBe('0:12.500')
    const end = screen.getByLabelText('End')
    await userEvent.clear(end)
    await userEvent.type(end, '3{Enter}')
    expect(handle('End').getAttribute('aria-valuetext')).toBe('0:13.500')
    await userEvent.clear(end)
    await userEvent.type(end, '9:00{Enter}')
    expect(handle('End').getAttribute('aria-valuetext')).toBe('1:00.000')
    await userEvent.clear(end)
    await userEvent.type(end, 'later')
    expect(screen.getByText('Enter a time, e.g. 1:02.5')).toBeTruthy()
    expect(handle('End').getAttribute('aria-valuetext')).toBe('1:00.000')
  })

  it('is applied, and taken back', async () => {
    const { onChange } = setUp()
    await open()
    fireEvent.keyDown(handle('Start'), { key: 'ArrowRight', shiftKey: true })
    await userEvent.click(screen.getByRole('button', { name: 'Apply trim' }))
    expect(onChange).toHaveBeenCalledWith({ start: 1, end: 60 })
  })

  it('stands open on a cut that is there, which can be taken back', async () => {
    const { onChange } = setUp({ start: 5, end: 20 })
    expect(handle('End').getAttribute('aria-valuetext')).toBe('0:20.000')
    expect(screen.getByRole('button', { name: 'Trimmed' })).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: 'Keep whole video' }))
    expect(onChange).toHaveBeenCalledWith(null)
    expect(screen.getByRole('button', { name: 'Trim video' })).toBeTruthy()
  })

  it('says why this browser cannot trim', async () => {
    studio.inspectVideo.mockResolvedValue({ ...facts, cannotTrim: 'This browser can’t encode video.' })
    setUp()
    await open()
    expect(await screen.findByText('This browser can’t encode video.')).toBeTruthy()
    fireEvent.keyDown(handle('Start'), { key: 'ArrowRight', shiftKey: true })
    expect(screen.getByRole('button', { name: 'Apply trim' })).toHaveProperty('disabled', true)
  })
})
