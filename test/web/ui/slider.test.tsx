import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Slider, type SliderProps } from '#web/player/ui/slider/slider.tsx'
import { expectAccessible } from '../support/axe'

const handlers = { onChange: vi.fn(), onDrag: vi.fn(), onPoint: vi.fn(), onKeyDownCapture: vi.fn() }

beforeEach(() => {
  vi.clearAllMocks()
  // jsdom has no layout and no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => {}
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 24))
})

/** Renders a slider from 0 at x = 100 to 60 at x = 300. */
function renderSlider(props: Partial<SliderProps> = {}): { input: HTMLInputElement; control: HTMLElement } {
  render(
    <main>
      <Slider
        label="Seek"
        value={15}
        max={60}
        step="any"
        valueText={(value) => `${value} of 60`}
        className=""
        {...handlers}
        {...props}
      />
    </main>,
  )
  const input = screen.getByRole<HTMLInputElement>('slider', { name: 'Seek' })
  if (!input.parentElement) throw new Error('the input stands alone')
  return { input, control: input.parentElement }
}

describe('Slider', () => {
  it('says its value and has no accessibility violations', async () => {
    const { input } = renderSlider()
    expect(input.getAttribute('aria-valuetext')).toBe('15 of 60')
    expect(input.valueAsNumber).toBe(15)
    await expectAccessible()
  })

  it('follows a drag, and changes once, where it ends', () => {
    const { input, control } = renderSlider()
    fireEvent.pointerDown(control, { clientX: 200, button: 0 })
    expect(document.activeElement).toBe(input)
    fireEvent.pointerMove(control, { clientX: 250 })
    expect(input.getAttribute('aria-valuetext')).toBe('45 of 60')
    expect(handlers.onChange).not.toHaveBeenCalled()
    fireEvent.pointerMove(control, { clientX: 900 })
    fireEvent.pointerUp(control, { clientX: 900 })
    expect(handlers.onDrag.mock.calls).toEqual([[30], [45], [60]])
    expect(handlers.onChange.mock.calls).toEqual([[60]])
    // Only its owner changes the value, and hasn't.
    expect(input.getAttribute('aria-valuetext')).toBe('15 of 60')
  })

  it('changes nothing when the browser takes a drag away', () => {
    const { input, control } = renderSlider()
    fireEvent.pointerDown(control, { clientX: 200, button: 0 })
    fireEvent.pointerCancel(control)
    fireEvent.pointerMove(control, { clientX: 250, pointerType: 'touch' })
    expect(handlers.onChange).not.toHaveBeenCalled()
    expect(handlers.onDrag).toHaveBeenCalledTimes(1)
    expect(input.getAttribute('aria-valuetext')).toBe('15 of 60')
  })

  it('tells where a mouse hovers, but nothing of a finger that only passes', () => {
    const { control } = renderSlider()
    fireEvent.pointerMove(control, { clientX: 150, pointerType: 'touch' })
    expect(handlers.onPoint).not.toHaveBeenCalled()
    fireEvent.pointerMove(control, { clientX: 150, pointerType: 'mouse' })
    expect(handlers.onPoint).toHaveBeenLastCalledWith(15)
    fireEvent.pointerLeave(control)
    expect(handlers.onPoint).toHaveBeenLastCalledWith(null)
  })

  it('changes with the keys of the input', () => {
    const { input } = renderSlider()
    fireEvent.change(input, { target: { value: '21' } })
    expect(handlers.onChange.mock.calls).toEqual([[21]])
  })

  it('takes neither hovers nor drags while disabled', () => {
    const { control } = renderSlider({ disabled: true })
    fireEvent.pointerMove(control, { clientX: 150, pointerType: 'mouse' })
    fireEvent.pointerDown(control, { clientX: 200, button: 0 })
    fireEvent.pointerUp(control, { clientX: 200 })
    expect(handlers.onPoint).not.toHaveBeenCalled()
    expect(handlers.onChange).not.toHaveBeenCalled()
  })

  it('leaves the secondary button to the browser', () => {
    const { control } = renderSlider()
    fireEvent.pointerDown(control, { clientX: 200, button: 2 })
    fireEvent.pointerUp(control, { clientX: 200 })
    expect(handlers.onChange).not.toHaveBeenCalled()
  })
})
