import { wantsCalm } from '#web/lib/dom/wants-calm'
import { playClip } from './clip'

const hoverMs = 350
/** Shorter than the press that opens a browser's link menu. */
const pressMs = 400
/** Pixels; a finger that moves this far is scrolling. */
const slop = 10

let started = false

/** Plays previews on cards from now on, one at a time: where a mouse rests, or on a finger's long press. */
export function startPreviews(first: PointerEvent): void {
  if (started) return
  started = true
  const runner = new PreviewRunner()
  const options = { capture: true }
  document.addEventListener('pointerover', (event) => runner.over(event), options)
  document.addEventListener('pointerdown', (event) => runner.down(event), options)
  document.addEventListener('pointermove', (event) => runner.move(event), options)
  document.addEventListener('pointerup', () => runner.up(), options)
  document.addEventListener('pointercancel', () => runner.up(), options)
  document.addEventListener('contextmenu', (event) => runner.menu(event), options)
  document.addEventListener('click', (event) => runner.click(event), options)
  document.documentElement.addEventListener('pointerleave', () => runner.stop())
  // The event that loaded this module was the first of these.
  if (first.pointerType === 'touch') runner.down(first)
  else runner.over(first)
}

class PreviewRunner {
  #timer: ReturnType<typeof setTimeout> | undefined
  #box: HTMLElement | null = null
  #end: (() => void) | null = null
  #press: { x: number; y: number } | null = null
  /** A long press has started a preview, so the click that ends it must not follow the link. */
  #held = false

  over(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    const box = boxAt(event.target)
    if (box === this.#box) return
    this.stop()
    this.#startAfter(hoverMs, box)
  }

  down(event: PointerEvent): void {
    this.#held = false
    this.#press = null
    if (event.pointerType !== 'touch') return
    this.stop()
    this.#press = { x: event.clientX, y: event.clientY }
    this.#startAfter(pressMs, boxAt(event.target))
  }

  move({ clientX, clientY }: PointerEvent): void {
    if (!this.#press || this.#held) return
    if (Math.hypot(clientX - this.#press.x, clientY - this.#press.y) > slop) clearTimeout(this.#timer)
  }

  /** A preview started by a long press plays until the next touch. */
  up(): void {
    if (this.#press && !this.#held) clearTimeout(this.#timer)
  }

  /** The browser's link menu would cover the preview. */
  menu(event: Event): void {
    if (this.#held) event.preventDefault()
  }

  click(event: Event): void {
    if (this.#held) {
      event.preventDefault()
      event.stopPropagation()
    } else this.stop()
    this.#held = false
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#end?.()
    this.#end = null
    this.#box = null
  }

  #startAfter(ms: number, box: HTMLElement | null): void {
    this.#box = box
    const url = box?.dataset.preview
    if (!box || !url || wantsCalm()) return
    this.#timer = setTimeout(() => {
      this.#held = this.#press !== null
      this.#end = playClip(box, url)
    }, ms)
  }
}

/** Returns the picture of the card around an element, if it has a preview. */
function boxAt(target: EventTarget | null): HTMLElement | null {
  const card = target instanceof Element ? target.closest('article') : null
  return card?.querySelector<HTMLElement>('[data-preview]') ?? null
}
