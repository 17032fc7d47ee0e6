import type { RefObject } from 'react'

/**
 * Returns where the focus goes from a button in a row that is about to be removed: the same button in the
 * next or previous row, or else `region`.
 */
export function neighbourOf(button: Element, region: RefObject<HTMLElement | null>): HTMLElement | null {
  const line = button.closest('li')
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>('button') ?? region.current
}
