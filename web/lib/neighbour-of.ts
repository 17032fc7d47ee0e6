import type { RefObject } from 'react'

/**
 * Where the focus goes from a button in a line of a list that is about to go: to the same button of the next line, or of
 * the one before; to `region` where there is none.
 */
export function neighbourOf(button: Element, region: RefObject<HTMLElement | null>): HTMLElement | null {
  const line = button.closest('li')
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>('button') ?? region.current
}
