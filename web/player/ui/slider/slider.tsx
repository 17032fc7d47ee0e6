import clsx from 'clsx'
import { type KeyboardEventHandler, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { clamp } from '../../core/time'

export interface SliderProps {
  label: string
  /** Between 0 and `max`, like every value here. */
  value: number
  max: number
  /** How far a key moves it; "any" leaves that to the browser. A pointer sets any value in between. */
  step: number | 'any'
  /** The value as a screen reader says it. */
  valueText: (value: number) => string
  disabled?: boolean
  /** A key was pressed, or a drag ended. */
  onChange: (value: number) => void
  /** Follows a drag. */
  onDrag?: (value: number) => void
  /** Where a mouse hovers or a pointer drags; null once it has left. */
  onPoint?: (value: number | null) => void
  onKeyDownCapture: KeyboardEventHandler
  /** Its text colour is used for the thumb and the part before it. */
  className: string
  /** Marks on the track, under the part before the thumb. */
  marks?: ReactNode
  /** Content above the slider; `left: 0%` to `100%` is the track. */
  children?: ReactNode
}

/**
 * A range input for keys and screen readers, under a track for pointers. A native slider can't be tapped on
 * iOS, and its thumb can't be placed.
 */
export function Slider(props: SliderProps) {
  const { value, max, disabled = false, onDrag, onPoint } = props
  const input = useRef<HTMLInputElement>(null)
  /** Where a pointer holds the thumb, even if `value` changes meanwhile. */
  const [held, setHeld] = useState<number | null>(null)
  const shown = clamp(held ?? value, 0, max)
  const position = `${(shown / max) * 100}%`

  function drag(event: PointerEvent<HTMLElement>): void {
    const pointed = valueAt(event, max)
    setHeld(pointed)
    onDrag?.(pointed)
    onPoint?.(pointed)
  }

  function grab(event: PointerEvent<HTMLElement>): void {
    if (disabled || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    input.current?.focus({ preventScroll: true, focusVisible: false })
    drag(event)
  }

  function move(event: PointerEvent<HTMLElement>): void {
    if (held !== null) drag(event)
    else if (!disabled && event.pointerType !== 'touch') onPoint?.(valueAt(event, max))
  }

  function drop(event: PointerEvent<HTMLElement>): void {
    if (held === null) return
    setHeld(null)
    if (event.type === 'pointerup') props.onChange(valueAt(event, max))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; keys and screen readers use the input
    <div
      className={clsx(
        'group/slider pointer-events-auto relative flex cursor-pointer touch-none items-center',
        props.className,
      )}
      onPointerDown={grab}
      // Otherwise the focus would move to the slider's container.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
      onPointerLeave={() => onPoint?.(null)}
    >
      <input
        ref={input}
        type="range"
        aria-label={props.label}
        aria-valuetext={props.valueText(shown)}
        value={shown}
        max={max}
        step={props.step}
        disabled={disabled}
        onChange={(event) => props.onChange(event.currentTarget.valueAsNumber)}
        onKeyDownCapture={props.onKeyDownCapture}
        className="peer pointer-events-none absolute inset-0 opacity-0"
      />
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-white/25 transition-[height] group-focus-within/slider:h-1.5 group-hover/slider:h-1.5">
        {props.marks}
        <div className="relative h-full bg-current" style={{ width: position }} />
      </div>
      <div
        className="absolute size-3 -translate-x-1/2 rounded-full bg-current outline-accent outline-offset-2 peer-focus-visible:outline-2"
        style={{ left: position }}
      />
      {props.children}
    </div>
  )
}

function valueAt({ currentTarget, clientX }: PointerEvent<HTMLElement>, max: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return clamp((clientX - left) / width, 0, 1) * max
}
